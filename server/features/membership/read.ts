import type { Membership } from "@plumbline/contract/membership/contract.ts";
import { endedBecause, graceEnd } from "@plumbline/contract/membership/rules.ts";
import { decimalOf } from "@plumbline/contract/money.ts";
import type { House } from "../../house.ts";
import { isoOf } from "../../platform/database.ts";
import type { Member } from "../../platform/members.ts";
import { nextPayment } from "./next-payment.ts";
import { concernedPaymentsOf, type ShownMembershipPayment } from "./payment-store.ts";
import { refreshMembership, type Standing } from "./refresh.ts";
import { findMembership } from "./store.ts";
import { actionsFor, packageView } from "./view.ts";

/** My membership, with what may be done and what is charged next. What is recorded, when the provider does not answer. */
export async function readMembership(house: House, member: Member): Promise<Membership> {
  const standing = await refreshMembership(house, member.id).catch((error) => {
    house.log.warn({ err: error }, "the card provider did not say how a membership stands");
    return null;
  });
  const row = standing?.row ?? (await findMembership(house.db, member.id));
  const live = standing?.live ?? member.stripeSetup;
  return {
    current_package: packageView(row, live),
    stripe_setup: live,
    allowed_actions: actionsFor(row, live),
    next_payment: standing ? await nextPayment(house, standing) : null,
    overdue: standing ? overdue(standing) : null,
    disputed: disputedView(await concernedPaymentsOf(house.db, member.id)),
    ended_because:
      !live && row?.revokedBecause && row.revokedSubscriptionId === row.subscriptionId
        ? endedBecause[row.revokedBecause]
        : null,
  };
}

function disputedView(payments: readonly ShownMembershipPayment[]): Membership["disputed"] {
  const dispute = payments.find((payment) => payment.dispute?.state === "open")?.dispute;
  return dispute ? { amount: decimalOf(dispute.amountPence), opened_at: isoOf(dispute.openedAt) } : null;
}

function overdue({ row, subscription, live }: Standing): Membership["overdue"] {
  if (!live || row.status !== "past_due" || !row.pastDueSince) return null;
  return {
    amount: decimalOf(subscription?.latest_invoice?.amount_remaining ?? 0),
    until: graceEnd(row.pastDueSince).toISOString(),
    message: "Your card was refused when your membership was renewed.",
  };
}
