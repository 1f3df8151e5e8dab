import type Stripe from "stripe";
import { idOf } from "../../cards/cards.ts";
import { webhookTable } from "../../cards/webhooks.ts";
import type { AppContext } from "../../context.ts";
import { findMemberOfAccount } from "../payouts/store.ts";
import { readTransfer } from "./provider.ts";
import { recordTransfer, refreshEarnings } from "./refresh.ts";
import { findPayouts, knownSources } from "./store.ts";

/** How earnings follow the card provider: our transfers, and the payouts of connected accounts. */
export const earningsWebhooks = webhookTable({
  "transfer.created": async (context, { data: { object: transfer } }) => {
    // The transfer may be another installation's, which its charge shows; checking it here only saves a call.
    const invoiceId = Number(/^invoice-(\d{1,9})$/.exec(transfer.transfer_group ?? "")?.[1] ?? 0);
    const known = await knownSources(context.db, invoiceId);
    if (!known.includes(idOf(transfer.destination_payment) ?? "")) await followTransfer(context, transfer.id);
  },
  // A refund has taken the advisor's share back, perhaps long after it was paid out.
  "transfer.reversed": (context, { data }) => followTransfer(context, data.object.id),
  "application_fee.refunded": async (context, { data: { object: fee } }) => {
    const charge = await context.cards.stripe.charges.retrieve(
      idOf(fee.originating_transaction) ?? idOf(fee.charge) ?? "",
    );
    const transfer = idOf(charge.transfer);
    if (transfer) await followTransfer(context, transfer);
  },
  "payout.created": followPayout,
  "payout.updated": followPayout,
  "payout.reconciliation_completed": followPayout,
  "payout.paid": followPayout,
  "payout.failed": followPayout,
  "payout.canceled": followPayout,
});

async function followTransfer(context: AppContext, id: string): Promise<void> {
  const transfer = await readTransfer(context, id);
  const memberId = transfer.destination && (await findMemberOfAccount(context.db, transfer.destination));
  if (!memberId || !transfer.destination) return;
  await recordTransfer(context, transfer.destination, transfer);
  await refreshEarnings(context, memberId);
}

type PayoutEvent = { account?: string; data: { object: Stripe.Payout } };

/** Each step of a payout causes several events; only the first of them leads to a call. */
async function followPayout(context: AppContext, { account, data: { object } }: PayoutEvent): Promise<void> {
  const known = (await findPayouts(context.db, [object.id])).get(object.id);
  if (known?.status === object.status && (known.contentsKnown || !object.automatic)) return;
  const memberId = account && (await findMemberOfAccount(context.db, account));
  if (memberId) await refreshEarnings(context, memberId);
}
