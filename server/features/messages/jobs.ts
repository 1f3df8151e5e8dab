import type { House } from "../../house.ts";
import { append } from "../../platform/events.ts";
import type { Job } from "../../platform/jobs.ts";
import { takeUnread } from "./store.ts";

export const messagesJobs: Job[] = [{ name: "remind of unread messages", everySeconds: 60, run: remindOfUnread }];

const atOnce = 100;

/** One reminder per conversation until it has been read; taking it and saying so are one transaction. */
export async function remindOfUnread(house: House): Promise<void> {
  const now = house.clock.now();
  for (const reader of ["customer", "advisor"] as const) {
    const remind = () =>
      house.db.transaction(async (tx) => {
        const taken = await takeUnread(tx, reader, now, atOnce);
        for (const { id, customerId, advisorId } of taken) {
          const [receiverId, writerId] = reader === "customer" ? [customerId, advisorId] : [advisorId, customerId];
          const event = { kind: "conversation.unread", actorId: null, subject: "conversation", subjectId: id };
          await append(tx, { ...event, data: { receiverId, writerId } }, now);
        }
        return taken.length;
      });
    while ((await remind()) === atOnce) {}
  }
}
