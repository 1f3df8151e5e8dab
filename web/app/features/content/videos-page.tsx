import { Link } from "react-router";
import { siteContext } from "../../context.ts";
import { Landscape } from "../../ui/landscape.tsx";
import type { Route } from "./+types/videos-page.ts";
import { foundAs } from "./found.ts";
import classes from "./list.module.css";
import pageClasses from "./page.module.css";
import { PlainHead } from "./parts.tsx";
import { sampleNote, videos } from "./videos.ts";

const description = "Short films about how Plumbline works and the people in it.";

export const loader = ({ context }: Route.LoaderArgs) => ({ site: context.get(siteContext) });

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData ? foundAs({ ...loaderData, title: "Videos", description, path: "/videos" }) : [];

/** Placeholder videos, marked as such. */
export default function VideosPage() {
  return (
    <div className={`wrap ${pageClasses.page}`}>
      <PlainHead eyebrow="Videos" title="Watch how it hangs together." sentence={description} />
      <p className="small">{sampleNote}</p>
      <ul className={classes.grid} style={{ marginTop: 32 }}>
        {videos.map(({ slug, title, text, length }, at) => (
          <li key={slug}>
            <article className={classes.card}>
              <div className={classes.picture}>
                <Landscape view={at} />
              </div>
              <p className="eyebrow">{length}</p>
              <h2 className={classes.film}>
                <Link to={`/videos/${slug}`}>{title}</Link>
              </h2>
              <p className={classes.words}>{text}</p>
            </article>
          </li>
        ))}
      </ul>
    </div>
  );
}
