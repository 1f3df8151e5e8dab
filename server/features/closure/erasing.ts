import { addDays, dayInLondon } from "@plumbline/contract/dates.ts";
import { sessionsChanged } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { eachInTurn } from "../../outbox/each-in-turn.ts";
import { append } from "../../outbox/outbox.ts";
import { personalData } from "../../personal-data.ts";
import { lockMember } from "../accounts/store.ts";
import { forgetCustomer } from "../membership/forgetting.ts";
import { obstaclesOf } from "./actions.ts";
import { type ClosureRow, closuresToErase, postponeErasure, recordErased, recordErasing } from "./store.ts";

/**
 * Erases the data of the accounts whose day has come (row G-56). It is tried again a day later where something is unsettled again,
 * such as a dispute that the bank opened meanwhile, and in an hour where the card provider does not answer.
 */
export async function eraseDueAccounts(context: AppContext): Promise<void> {
  const today = dayInLondon(context.clock.now());
  await eachInTurn(await closuresToErase(context.db, today), async (closure) => {
    const erased = await eraseAccount(context, closure).catch((error) => {
      context.log.error({ err: error, member: closure.memberId }, "the data of a closed account is not erased yet");
      throw error;
    });
    if (!erased) await postponeErasure(context.db, closure.id, addDays(today, 1));
  });
}

/** False when something has to be settled first, or the account was opened meanwhile. */
async function eraseAccount(context: AppContext, closure: ClosureRow): Promise<boolean> {
  const { id, memberId } = closure;
  const now = context.clock.now();
  // Nobody can open the account between the provider's erasure and ours.
  if (!closure.erasingAt && !(await beginErasing(context, closure, now))) return false;
  // Before our own rows, which name the customer: the provider may be away, and then the next run begins here again.
  await forgetCustomer(context, memberId);
  await context.db.transaction(async (tx) => {
    const member = await lockMember(tx, memberId);
    if (!member || !(await recordErased(tx, id, now))) return;
    for (const { erase } of personalData) if (typeof erase === "function") await erase(tx, member);
    await append(tx, { kind: "account.erased", actorId: null, subjectId: memberId }, now);
  });
  sessionsChanged(context, memberId);
  return true;
}

async function beginErasing({ db }: AppContext, { id, memberId }: ClosureRow, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    // As everybody does who opens the account or begins something with its member.
    const member = await lockMember(tx, memberId);
    // Nothing opens an account but the end of its closure; if something did, a member's data is worth more than the day.
    if (member?.state !== "closed") return false;
    return (await obstaclesOf(tx, memberId)).length === 0 && recordErasing(tx, id, now);
  });
}
