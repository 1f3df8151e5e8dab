import { Link, type LoaderFunctionArgs, type MetaArgs } from "react-router";
import { siteContext } from "../../context.ts";
import { Landscape } from "../home/landscape.tsx";
import { foundAs } from "./found.ts";
import look from "./list.module.css";
import page from "./page.module.css";
import { PlainHead } from "./parts.tsx";
import { sampleNote, videos } from "./videos.ts";

const description = "Short films about how Plumbline works and the people in it.";

export const loader = ({ context }: LoaderFunctionArgs) => ({ site: context.get(siteContext) });

export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  loaderData ? foundAs({ ...loaderData, title: "Videos", description, path: "/videos" }) : [];

/** Placeholders, and it says so. */
export default function VideosPage() {
  return (
    <div className={`wrap ${page.page}`}>
      <PlainHead eyebrow="Videos" title="Watch how it hangs together." sentence={description} />
      <p className="small">{sampleNote}</p>
      <ul className={look.grid} style={{ marginTop: 32 }}>
        {videos.map(({ slug, title, text, length }, at) => (
          <li key={slug}>
            <article className={look.card}>
              <div className={look.picture}>
                <Landscape view={at} />
              </div>
              <p className="eyebrow">{length}</p>
              <h2 className={look.film}>
                <Link to={`/videos/${slug}`}>{title}</Link>
              </h2>
              <p className={look.words}>{text}</p>
            </article>
          </li>
        ))}
      </ul>
    </div>
  );
}
