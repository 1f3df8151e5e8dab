import { pageIds } from "@plumbline/contract/content/shapes.ts";
import { Link, NavLink } from "react-router";
import { contentContext, siteContext } from "../../context.ts";
import type { Route } from "./+types/legal-page.ts";
import { foundAs } from "./found.ts";
import { legalPages, sideMenu } from "./legal-pages.ts";
import classes from "./page.module.css";
import { Missing, PlainHead, RichText } from "./parts.tsx";
import { plain } from "./text.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const path = new URL(request.url).pathname.replace(/\/$/, "");
  const known = legalPages.find((each) => each.path === path);
  if (!known) throw new Response(null, { status: 404 });
  const page = await context.get(contentContext).page(pageIds[known.page]);
  return {
    site: context.get(siteContext),
    path: known.path,
    title: plain(page?.title?.rendered) || known.text,
    html: page?.content?.rendered ?? "",
  };
}

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData
    ? foundAs({ ...loaderData, description: `${loaderData.title}: what it means for you, in plain English.` })
    : [];

/** The four legal pages: text with a side menu (row C-14). */
export default function LegalPage({ loaderData }: Route.ComponentProps) {
  const { title, html } = loaderData;
  return (
    <div className={`wrap ${classes.page}`}>
      <PlainHead eyebrow="Legal" title={title} />
      <div className={classes.legal}>
        <nav aria-label="Legal pages">
          <ul>
            {sideMenu.map(({ path, text }) => (
              <li key={path}>
                <NavLink to={path}>{text}</NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          {html ? <RichText html={html} /> : <Missing what={title} />}
          <p>
            How often we decide about reports and accounts is on the page <Link to="/transparency">Transparency</Link>.
          </p>
        </div>
      </div>
    </div>
  );
}
