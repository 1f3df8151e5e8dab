import { dayMs } from "@plumbline/contract/dates.ts";
import type { AppContext } from "../../context.ts";
import { existing } from "../../database/rows.ts";
import { allInTurn } from "../../outbox/each-in-turn.ts";
import { append } from "../../outbox/outbox.ts";
import { disputesToRemindOf, findDisputeById, recordDisputeReminder } from "../invoices/dispute-store.ts";
import { subjectOf } from "./case.ts";

/** How long before the bank's day the team is reminded, in milliseconds. */
const reminderTime = 2 * dayMs;

/** Reminds the team two days before the bank takes no answer any more, once for each dispute (row G-99). */
export async function remindOfDisputes(context: AppContext): Promise<void> {
  const now = context.clock.now();
  const until = new Date(now.getTime() + reminderTime);
  await allInTurn(
    (limit) => disputesToRemindOf(context.db, now, until, limit),
    (id) => remind(context, id, now),
  );
}

async function remind(context: AppContext, id: number, now: Date): Promise<void> {
  await context.db.transaction(async (tx) => {
    if (!(await recordDisputeReminder(tx, id, now))) return;
    const dispute = existing(await findDisputeById(tx, id));
    const subject = subjectOf(dispute);
    const { providerId, amountPence, reason, respondBy } = dispute;
    const data = { dispute: providerId, amountPence, reason, respondBy: respondBy?.toISOString() ?? null };
    await append(tx, { kind: `${subject.kind}.dispute_due`, actorId: null, subjectId: subject.id, data }, now);
  });
}
