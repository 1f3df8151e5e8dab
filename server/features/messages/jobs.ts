import type { AppContext } from "../../context.ts";
import { makePartsAhead } from "../../database/parts.ts";
import type { Job } from "../../outbox/jobs.ts";
import { append } from "../../outbox/outbox.ts";
import { messageParts } from "./parts-store.ts";
import { takeUnread } from "./store.ts";

export const messagesJobs: Job[] = [
  { name: "remind of unread messages", everySeconds: 60, run: remindOfUnread },
  {
    name: "make the next part of the messages",
    everySeconds: 3600,
    run: ({ database }) => makePartsAhead(database, messageParts),
  },
];

const batchSize = 100;

/** Sends one reminder per unread conversation; marking it as reminded and appending the event are one transaction. */
export async function remindOfUnread(context: AppContext): Promise<void> {
  const now = context.clock.now();
  for (const reader of ["customer", "advisor"] as const) {
    const remind = () =>
      context.db.transaction(async (tx) => {
        const taken = await takeUnread(tx, reader, now, batchSize);
        for (const { id, customerId, advisorId } of taken) {
          const [receiverId, writerId] = reader === "customer" ? [customerId, advisorId] : [advisorId, customerId];
          const event = { kind: "conversation.unread", actorId: null, subjectId: id } as const;
          await append(tx, { ...event, data: { receiverId, writerId } }, now);
        }
        return taken.length;
      });
    while ((await remind()) === batchSize) {}
  }
}
