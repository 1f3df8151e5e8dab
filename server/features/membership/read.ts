import type { Membership } from "@plumbline/contract/membership/contract.ts";
import { endedReasons, graceEnd } from "@plumbline/contract/membership/rules.ts";
import { decimalOf } from "@plumbline/contract/money.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { isoOf } from "../../database/database.ts";
import { existing } from "../../database/rows.ts";
import { findMember } from "../accounts/store.ts";
import { refreshBilling } from "./billing.ts";
import { type BillingRow, findBilling } from "./billing-store.ts";
import { paymentView } from "./next-payment.ts";
import { refundedOrDisputedPaymentsOf, type ShownMembershipPayment } from "./payment-store.ts";
import { findMembership, type MembershipRow } from "./store.ts";
import { actionsFor, packageView } from "./view.ts";

/** The member's membership with its allowed actions and next charge, as last reported by the provider. */
export async function readMembership(
  { db, clock }: AppContext,
  { id, stripeSetup: live }: Pick<Member, "id" | "stripeSetup">,
): Promise<Membership> {
  const [row, billing, payments] = await Promise.all([
    findMembership(db, id),
    findBilling(db, id),
    refundedOrDisputedPaymentsOf(db, id),
  ]);
  // Without a customer at the provider there is nothing to wait for.
  const asOf = billing ? billing.providerSeenAt : clock.now();
  return {
    current_package: packageView(row, live),
    stripe_setup: live,
    allowed_actions: actionsFor(row, live),
    next_payment: live ? nextPaymentView(row, billing) : null,
    overdue: live ? overdue(row) : null,
    disputed: disputedView(payments),
    ended_because:
      !live && row?.revokedBecause && row.revokedSubscriptionId === row.subscriptionId
        ? endedReasons[row.revokedBecause]
        : null,
    as_of: asOf?.toISOString() ?? null,
  };
}

/** The same after asking the provider. */
export async function refreshedMembership(context: AppContext, memberId: number): Promise<Membership> {
  await refreshBilling(context, memberId);
  return readMembership(context, existing(await findMember(context.db, memberId)));
}

/** Null also for a membership that has just changed so that nothing will be charged, whatever was reported before. */
function nextPaymentView(row: MembershipRow | null, billing: BillingRow | null): Membership["next_payment"] {
  if (!row || row.cancelAtPeriodEnd || row.status === "past_due") return null;
  const { nextPaymentPence: amount, nextPaymentAt: date } = billing ?? {};
  return amount && date ? paymentView({ amount, date }) : null;
}

function disputedView(payments: readonly ShownMembershipPayment[]): Membership["disputed"] {
  const dispute = payments.find((payment) => payment.dispute?.state === "open")?.dispute;
  return dispute ? { amount: decimalOf(dispute.amountPence), opened_at: isoOf(dispute.openedAt) } : null;
}

function overdue(row: MembershipRow | null): Membership["overdue"] {
  if (row?.status !== "past_due" || !row.pastDueSince || row.owedPence === null) return null;
  return {
    amount: decimalOf(row.owedPence),
    until: graceEnd(row.pastDueSince).toISOString(),
    message: "Your card was refused when your membership was renewed.",
  };
}
