import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { append } from "../../outbox/outbox.ts";
import { lockForAction, refusedAction } from "./actions.ts";
import { cancelChallenge } from "./paying.ts";
import { findOpenPayment } from "./payment-store.ts";
import { moveInvoice } from "./store.ts";

/**
 * Withdraws an unpaid invoice; its number stays used, so that there is no gap (decision 19). A payment that waits for
 * authentication is cancelled first; one that the provider is processing makes this a conflict.
 */
export async function withdrawInvoice(context: AppContext, member: Member, id: number): Promise<void> {
  const now = context.clock.now();
  await context.db.transaction((tx) => lockForAction(tx, member, id, "void"));
  await cancelChallenge(context, id);
  await context.db.transaction(async (tx) => {
    const invoice = await lockForAction(tx, member, id, "void");
    const moving = moveInvoice(tx, id, ["sent"], { status: "void" });
    const [open, moved] = await Promise.all([findOpenPayment(tx, id), moving]);
    if (open) throw refusedAction("void", "processing");
    if (!moved) throw refusedAction("void", invoice.status);
    await append(tx, { kind: "invoice.void", actorId: member.id, subjectId: id }, now);
  });
}
