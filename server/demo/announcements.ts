import { dayMs } from "@plumbline/contract/dates.ts";
import type { AppContext } from "../context.ts";
import { insertAnnouncement, insertReceipts } from "../features/announcements/store.ts";
import type { Person } from "./people.ts";

/**
 * One announcement that was sent weeks ago, whose banner is over, and one that is scheduled. Returns the first one's id.
 */
export async function makeAnnouncements(
  { db, clock }: AppContext,
  staff: Person,
  receivers: Person[],
): Promise<number> {
  const inDays = (days: number) => new Date(clock.now().getTime() + days * dayMs);
  const shared = { createdBy: staff.id, audience: "any", byEmail: true, banner: true } as const;
  const sent = await insertAnnouncement(db, {
    ...shared,
    title: "Messages can be searched",
    text: "Find what was said by its words, by person, or by the name of a file.",
    link: "/messages",
    role: "all",
    state: "sent",
    sendAt: inDays(-40),
    createdAt: inDays(-40),
    finishedAt: inDays(-40),
    receivers: receivers.length,
    reached: receivers.length,
  });
  const ids = receivers.map(({ id }) => id);
  await insertReceipts(db, sent, ids, null);
  await insertAnnouncement(db, {
    ...shared,
    title: "We close for two days at New Year",
    text: "Applications and questions that reach us then are answered on the day after.",
    role: "all",
    state: "scheduled",
    sendAt: inDays(30),
    createdAt: inDays(-1),
  });
  return sent;
}
