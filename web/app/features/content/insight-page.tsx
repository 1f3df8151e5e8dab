import type { ContentReader } from "@plumbline/contract/content/shapes.ts";
import { product } from "@plumbline/contract/product.ts";
import { Link } from "react-router";
import { contentContext, siteContext } from "../../context.ts";
import { ButtonLink } from "../../ui/button.tsx";
import type { Route } from "./+types/insight-page.ts";
import { InsightCards } from "./cards.tsx";
import { forMembers } from "./for-members.ts";
import { breadcrumbs, foundAs } from "./found.ts";
import classes from "./list.module.css";
import pageClasses from "./page.module.css";
import { Missing, RichText, Scene, Tags } from "./parts.tsx";
import { insightCard, insightInFull, similarTo } from "./posts.ts";

async function insight(content: ContentReader, { params }: { params: Record<string, string | undefined> }) {
  const [post, categories, tags] = await Promise.all([
    content.post("insight", params.slug ?? ""),
    content.categories(),
    content.tags(),
  ]);
  if (post === undefined) throw new Response(null, { status: 404 });
  if (!post) return { insight: null, similar: [] };
  const similar = await similarTo(post, "insight", content);
  return {
    insight: insightInFull(post, categories, tags),
    similar: similar.map((each) => insightCard(each, categories)),
  };
}

export async function loader({ params, context }: Route.LoaderArgs) {
  return { ...(await insight(context.get(contentContext), { params })), site: context.get(siteContext), member: false };
}

export const clientLoader = forMembers(async (content, args: Route.ClientLoaderArgs) => ({
  ...(await insight(content, args)),
  site: location.origin,
}));

export const meta = ({ loaderData }: Route.MetaArgs) => {
  if (!loaderData?.insight) return foundAs({ site: "", path: "", title: "Insight", description: "" }).slice(0, 1);
  const { site, insight: it } = loaderData;
  const path = `/insights/${it.slug}`;
  return foundAs({
    site,
    path,
    title: it.title,
    description: it.excerpt,
    picture: it.picture,
    article: true,
    about: [
      {
        "@type": "Article",
        headline: it.title,
        description: it.excerpt,
        datePublished: it.published,
        articleSection: it.category ?? undefined,
        keywords: it.tags.join(", "),
        isAccessibleForFree: !it.blocked,
        mainEntityOfPage: site + path,
        publisher: { "@type": "Organization", name: product, url: site },
      },
      breadcrumbs(site, [
        ["Home", "/"],
        ["Insights", "/insights"],
        [it.title, path],
      ]),
    ],
  });
};

/** One insight, and three similar ones (row C-06). */
export default function InsightPage({ loaderData }: Route.ComponentProps) {
  const { insight: it, similar, member } = loaderData;
  return (
    <div className={`wrap ${pageClasses.page}`}>
      {it ? (
        <article className={classes.article}>
          <header className={classes.articleHead}>
            <Link className={`${classes.back} screen-only`} to="/insights">
              ← All insights
            </Link>
            <p className="eyebrow">{it.category ?? "Insight"}</p>
            <h1>{it.title}</h1>
            <p className="small">{it.date}</p>
          </header>
          <div className={classes.cover}>
            <Scene picture={it.picture} first />
          </div>
          {it.html && (
            <div className={classes.text}>
              <RichText html={it.html} />
            </div>
          )}
          {it.blocked && !member && <MembersOnly excerpt={it.excerpt} />}
          <div className={classes.foot}>
            <Tags tags={it.tags} />
          </div>
        </article>
      ) : (
        <Missing what="This insight" />
      )}
      {similar.length > 0 && (
        <section className={`${classes.similar} screen-only`}>
          <h2>Similar interesting reads...</h2>
          <InsightCards cards={similar} short />
        </section>
      )}
    </div>
  );
}

function MembersOnly({ excerpt }: { excerpt: string }) {
  return (
    <section className={classes.locked}>
      <h2>This one is for members</h2>
      <p>{excerpt}</p>
      <ButtonLink to="/sign-in">Login to read it</ButtonLink>
    </section>
  );
}
