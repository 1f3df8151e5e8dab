import { addDays } from "@plumbline/contract/dates.ts";
import { product } from "@plumbline/contract/product.ts";
import { contentContext, siteContext } from "../../context.ts";
import type { Route } from "./+types/event-calendar.ts";
import { contentAway } from "./away.ts";
import { eventTimes } from "./event-times.ts";
import { eventInFull } from "./posts.ts";

const escaped = (text: string) => text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r?\n/g, "\\n");
const stamp = (at: Date) => at.toISOString().replace(/[-:]|\.\d+/g, "");

/** Lines of a calendar file are at most 75 bytes long; longer ones continue on the next line after a space. */
function folded(line: string): string {
  const pieces: string[] = [];
  let piece = "";
  for (const letter of line) {
    if (Buffer.byteLength(piece + letter) > (pieces.length === 0 ? 75 : 74)) {
      pieces.push(piece);
      piece = "";
    }
    piece += letter;
  }
  return [...pieces, piece].join("\r\n ");
}

/** The event as a calendar file: with its times, or as a whole day where they are not known. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const post = await context.get(contentContext).post("masterclass", params.slug ?? "");
  if (post === null) return contentAway();
  const event = post ? eventInFull(post, null, "") : null;
  if (!event?.day) throw new Response("There is no such event.", { status: 404 });
  const times = eventTimes(event.day, event.time);
  const day = event.day.replaceAll("-", "");
  const when = times
    ? [`DTSTART:${stamp(times.start)}`, `DTEND:${stamp(times.end)}`]
    : [`DTSTART;VALUE=DATE:${day}`, `DTEND;VALUE=DATE:${addDays(event.day, 1).replaceAll("-", "")}`];
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${product}//Events//EN`,
    "BEGIN:VEVENT",
    `UID:${event.slug}@${new URL(site).hostname}`,
    `DTSTAMP:${stamp(new Date(`${post?.date_gmt || post?.date || `${event.day}T00:00:00`}Z`))}`,
    ...when,
    `SUMMARY:${escaped(event.title)}`,
    `LOCATION:${escaped(event.address)}`,
    `DESCRIPTION:${escaped(event.description)}`,
    `URL:${site}/events/${event.slug}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return new Response(`${lines.map(folded).join("\r\n")}\r\n`, {
    headers: {
      "content-type": "text/calendar; charset=utf-8",
      // A header has no letters but Latin ones.
      "content-disposition": `attachment; filename="${event.slug.replace(/[^\w.-]/g, "") || "event"}.ics"`,
    },
  });
}
