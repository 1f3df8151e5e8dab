import { Link } from "react-router";
import { siteContext } from "../../context.ts";
import type { Route } from "./+types/video-page.ts";
import { foundAs } from "./found.ts";
import classes from "./list.module.css";
import pageClasses from "./page.module.css";
import { sampleNote, videos } from "./videos.ts";

export function loader({ params, context }: Route.LoaderArgs) {
  // Without a name in the address the first video is shown.
  const video = params.slug === undefined ? videos[0] : videos.find(({ slug }) => slug === params.slug);
  if (!video) throw new Response(null, { status: 404 });
  return { site: context.get(siteContext), video };
}

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData
    ? foundAs({
        site: loaderData.site,
        title: loaderData.video.title,
        description: loaderData.video.text,
        path: `/videos/${loaderData.video.slug}`,
      })
    : [];

/** A placeholder with a sample video. */
export default function VideoPage({ loaderData }: Route.ComponentProps) {
  const { video } = loaderData;
  return (
    <div className={`wrap ${pageClasses.page}`}>
      <article className={classes.article}>
        <header className={classes.articleHead}>
          <Link className={`${classes.back} screen-only`} to="/videos">
            ← All videos
          </Link>
          <p className="eyebrow">{video.length}</p>
          <h1>{video.title}</h1>
          <p className={classes.words}>{video.text}</p>
        </header>
        <video
          className={classes.player}
          controls
          muted
          playsInline
          preload="none"
          poster="/sample-video.svg"
          width="1280"
          height="720"
        >
          <source src="/sample-video.webm" type="video/webm" />
          Your browser cannot play this film.
        </video>
        <p className="small" style={{ marginTop: 16 }}>
          {sampleNote}
        </p>
      </article>
    </div>
  );
}
