import type { ContentReader } from "@plumbline/contract/content/shapes.ts";
import { dayInLondon } from "@plumbline/contract/dates.ts";
import { contentContext, siteContext } from "../../context.ts";
import { dotted } from "../../dotted.ts";
import type { Route } from "./+types/events-page.ts";
import { EventCards, FeaturedCard } from "./cards.tsx";
import { forMembers } from "./for-members.ts";
import { foundAs } from "./found.ts";
import classes from "./list.module.css";
import pageClasses from "./page.module.css";
import { Missing, PlainHead } from "./parts.tsx";
import { type EventCard, eventCard } from "./posts.ts";

const headline = "Register to attend one of our events";
const description =
  "Evenings and lunches with people who have done the thing, in small rooms and with real papers on the table.";
const maxEvents = 100;

/** Upcoming events, soonest first, then past ones, latest first. */
function inOrder(a: EventCard, b: EventCard): number {
  if (a.over !== b.over) return a.over ? 1 : -1;
  const [one, other] = [a.day ?? "9999", b.day ?? "9999"];
  return a.over ? other.localeCompare(one) : one.localeCompare(other);
}

async function events(content: ContentReader) {
  const found = await content.posts("masterclass", { perPage: maxEvents });
  const today = dayInLondon(new Date());
  const [featured, ...others] = found?.posts.map((post) => eventCard(post, today)) ?? [];
  return { known: found !== null, featured: featured ?? null, others: others.sort(inOrder) };
}

export async function loader({ context }: Route.LoaderArgs) {
  return { ...(await events(context.get(contentContext))), site: context.get(siteContext), member: false };
}

export const clientLoader = forMembers(async (content, _: Route.ClientLoaderArgs) => ({
  ...(await events(content)),
  site: location.origin,
}));

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData ? foundAs({ site: loaderData.site, title: "Events", description, path: "/events" }) : [];

/** The masterclasses: the newest as the first card, the others by date. */
export default function EventsPage({ loaderData }: Route.ComponentProps) {
  const { known, featured, others } = loaderData;
  return (
    <div className={`wrap ${pageClasses.page}`}>
      <PlainHead eyebrow="Events" title={headline} sentence={description} />
      {!known && <Missing what="The events" />}
      {known && !featured && (
        <p className={classes.none}>Nothing is planned just now. The next one will be here first.</p>
      )}
      {featured && (
        <FeaturedCard
          to={`/events/${featured.slug}`}
          eyebrow={featured.date}
          title={featured.title}
          text={featured.excerpt}
          small={dotted(featured.time, featured.address)}
          picture={featured.picture}
          blocked={featured.blocked}
          button={featured.bannerButton}
        />
      )}
      <EventCards cards={others} />
    </div>
  );
}
