import { firstInsights, insightsToShow, moreInsights } from "@plumbline/contract/content/rules.ts";
import type { ContentReader } from "@plumbline/contract/content/shapes.ts";
import { Link } from "react-router";
import { contentContext, siteContext } from "../../context.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { TabLinks } from "../../ui/tab-links.tsx";
import type { Route } from "./+types/insights-page.ts";
import { FeaturedCard, InsightCards } from "./cards.tsx";
import { forMembers } from "./for-members.ts";
import { foundAs } from "./found.ts";
import classes from "./list.module.css";
import pageClasses from "./page.module.css";
import { Missing, PlainHead } from "./parts.tsx";
import { insightCard, shownCategories } from "./posts.ts";
import { plain } from "./text.ts";

const description = "Short pieces by people who have run, funded and fixed growing businesses. No listicles.";

async function insights(content: ContentReader, { request }: { request: Request }) {
  const query = new URL(request.url).searchParams;
  const show = insightsToShow(query.get("show"));
  const asked = query.get("category");
  const categories = shownCategories(await content.categories());
  const chosen = categories.find(({ slug }) => slug === asked) ?? null;
  const found = await content.posts("insight", { perPage: show, categories: chosen ? [chosen.id] : [] });
  return {
    show,
    chosen: chosen?.slug ?? null,
    tabs: categories.map(({ slug, name }) => ({ slug, name: plain(name) })),
    cards: found?.posts.map((post) => insightCard(post, categories)) ?? null,
    total: found?.total ?? 0,
  };
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const copy = await insights(context.get(contentContext), { request });
  return { ...copy, site: context.get(siteContext), member: false };
}

export const clientLoader = forMembers(async (content, args: Route.ClientLoaderArgs) => ({
  ...(await insights(content, args)),
  site: location.origin,
}));

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData
    ? [
        ...foundAs({
          site: loaderData.site,
          title: "Insights",
          description,
          path: loaderData.chosen ? `/insights?category=${loaderData.chosen}` : "/insights",
        }),
        { tagName: "link", rel: "alternate", type: "application/rss+xml", title: "Insights", href: "/insights.rss" },
      ]
    : [];

function address(category: string | null, show: number): string {
  const query = new URLSearchParams();
  if (category) query.set("category", category);
  if (show > firstInsights) query.set("show", String(show));
  const search = query.toString();
  return search ? `/insights?${search}` : "/insights";
}

/**
 * The newest insight as the first card, a tab for each category, and more on request. Tabs and Load More are links, so
 * they work without scripts (row C-04).
 */
export default function InsightsPage({ loaderData }: Route.ComponentProps) {
  const { show, chosen, tabs, cards, total } = loaderData;
  const [featured, ...others] = cards ?? [];
  return (
    <div className={`wrap ${pageClasses.page}`}>
      <PlainHead eyebrow="Insights" title="What we have learnt, written down." sentence={description} />
      <TabLinks
        label="Categories"
        tabs={[{ slug: null, name: "All" }, ...tabs].map(({ slug, name }) => ({
          to: address(slug, firstInsights),
          text: name,
          current: slug === chosen,
        }))}
      />
      <div id="list">
        {cards === null && <Missing what="The insights" />}
        {cards?.length === 0 && (
          <p className={classes.none}>
            Nothing has been written here yet. <Link to="/insights">See everything else</Link>.
          </p>
        )}
        {featured && (
          <FeaturedCard
            to={`/insights/${featured.slug}`}
            eyebrow={featured.category ?? "Insight"}
            title={featured.title}
            text={featured.excerpt}
            small={featured.date}
            picture={featured.picture}
            blocked={featured.blocked}
            button="Read it"
          />
        )}
        <InsightCards cards={others} />
        {(cards?.length ?? 0) < total && cards && cards.length >= show && (
          <p className={classes.more}>
            <ButtonLink variant="line" to={address(chosen, show + moreInsights)} preventScrollReset replace data-more>
              Load More
            </ButtonLink>
            <span className="small">
              {cards.length} of {total}
            </span>
          </p>
        )}
      </div>
    </div>
  );
}
