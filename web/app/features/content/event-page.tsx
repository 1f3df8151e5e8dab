import type { ContentReader } from "@plumbline/contract/content/shapes.ts";
import { dayInLondon } from "@plumbline/contract/dates.ts";
import { product } from "@plumbline/contract/product.ts";
import { Link } from "react-router";
import { contentContext, siteContext } from "../../context.ts";
import type { Route } from "./+types/event-page.ts";
import { EventCards } from "./cards.tsx";
import { EventFacts } from "./event-facts.tsx";
import { eventTimes } from "./event-times.ts";
import { forMembers } from "./for-members.ts";
import { breadcrumbs, foundAs } from "./found.ts";
import classes from "./list.module.css";
import pageClasses from "./page.module.css";
import { Missing, RichText, Tags } from "./parts.tsx";
import { eventCard, eventInFull, similarTo } from "./posts.ts";
import { Slider } from "./slider.tsx";

async function event(content: ContentReader, { params }: { params: Record<string, string | undefined> }) {
  const [post, tags] = await Promise.all([content.post("masterclass", params.slug ?? ""), content.tags()]);
  if (post === undefined) throw new Response(null, { status: 404 });
  if (!post) return { event: null, similar: [] };
  const today = dayInLondon(new Date());
  const similar = await similarTo(post, "masterclass", content);
  return { event: eventInFull(post, tags, today), similar: similar.map((each) => eventCard(each, today)) };
}

export async function loader({ params, context }: Route.LoaderArgs) {
  return { ...(await event(context.get(contentContext), { params })), site: context.get(siteContext), member: false };
}

export const clientLoader = forMembers(async (content, args: Route.ClientLoaderArgs) => ({
  ...(await event(content, args)),
  site: location.origin,
}));

export const meta = ({ loaderData }: Route.MetaArgs) => {
  if (!loaderData?.event) return foundAs({ site: "", path: "", title: "Event", description: "" }).slice(0, 1);
  const { site, event: it } = loaderData;
  const path = `/events/${it.slug}`;
  const times = eventTimes(it.day, it.time);
  const online = /^online/i.test(it.address);
  return foundAs({
    site,
    path,
    title: it.title,
    description: it.description,
    picture: it.picture,
    about: [
      {
        "@type": "Event",
        name: it.title,
        description: it.description,
        startDate: times?.start.toISOString() ?? it.day ?? undefined,
        endDate: times?.end.toISOString(),
        eventStatus: "https://schema.org/EventScheduled",
        eventAttendanceMode: `https://schema.org/${online ? "Online" : "Offline"}EventAttendanceMode`,
        location: online
          ? { "@type": "VirtualLocation", url: site + path }
          : { "@type": "Place", name: it.address.split(",")[0], address: it.address },
        organizer: { "@type": "Organization", name: product, url: site },
      },
      breadcrumbs(site, [
        ["Home", "/"],
        ["Events", "/events"],
        [it.title, path],
      ]),
    ],
  });
};

/** One event: when, where, what, the booking button, and three more events. */
export default function EventPage({ loaderData }: Route.ComponentProps) {
  const { event: it, similar, member } = loaderData;
  return (
    <div className={`wrap ${pageClasses.page}`}>
      {it ? (
        <article>
          <header className={`${classes.articleHead} ${classes.broad}`}>
            <Link className={`${classes.back} screen-only`} to="/events">
              ← All events
            </Link>
            <Tags tags={it.tags} />
            <h1>{it.title}</h1>
          </header>
          <Slider slides={it.slides} title={it.title} />
          <EventFacts {...it} locked={it.blocked && !member} />
          <div className={`${classes.article} ${classes.text}`}>
            {it.html ? <RichText html={it.html} /> : <p>{it.description}</p>}
          </div>
        </article>
      ) : (
        <Missing what="This event" />
      )}
      {similar.length > 0 && (
        <section className={`${classes.similar} screen-only`}>
          <h2>Similar Events</h2>
          <EventCards cards={similar} short />
        </section>
      )}
    </div>
  );
}
