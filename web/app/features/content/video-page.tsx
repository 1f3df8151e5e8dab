import { Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from "react-router";
import { siteContext } from "../../context.ts";
import { foundAs } from "./found.ts";
import look from "./list.module.css";
import page from "./page.module.css";
import { sampleNote, videos } from "./videos.ts";

export function loader({ params, context }: LoaderFunctionArgs) {
  // The address without a name shows the first film.
  const video = params.slug === undefined ? videos[0] : videos.find(({ slug }) => slug === params.slug);
  if (!video) throw new Response(null, { status: 404 });
  return { site: context.get(siteContext), video };
}

export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  loaderData
    ? foundAs({
        site: loaderData.site,
        title: loaderData.video.title,
        description: loaderData.video.text,
        path: `/videos/${loaderData.video.slug}`,
      })
    : [];

/** A placeholder with a sample film. */
export default function VideoPage() {
  const { video } = useLoaderData<typeof loader>();
  return (
    <div className={`wrap ${page.page}`}>
      <article className={look.article}>
        <header className={look.articleHead}>
          <Link className={look.back} to="/videos">
            ← All videos
          </Link>
          <p className="eyebrow">{video.length}</p>
          <h1>{video.title}</h1>
          <p className={look.words}>{video.text}</p>
        </header>
        <video
          className={look.player}
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
