import { decimalOf } from "@plumbline/contract/money.ts";
import type { AppContext } from "../../context.ts";
import type { MembershipPaymentRow } from "../membership/payment-store.ts";
import { recordMembershipDispute } from "../membership/returned-payments.ts";
import { findMembership } from "../membership/store.ts";
import { type DisputedPayment, readOnce } from "./disputed-payment.ts";
import { backgroundOf, membershipEvidence } from "./membership-evidence.ts";

/** The disputed payment of a membership. */
export function membershipPayment(context: AppContext, paid: MembershipPaymentRow): DisputedPayment {
  const { db } = context;
  const { memberId } = paid;
  const background = readOnce(() => backgroundOf(db, paid));
  return {
    title: "Membership",
    record: (dispute) => recordMembershipDispute(context, paid, dispute),
    evidence: async () => membershipEvidence(context, paid, await background()),
    // The provider makes the receipts of memberships.
    receipt: async () => null,
    facts: async () => {
      const [{ name, bill, plan }, membership] = await Promise.all([background(), findMembership(db, memberId)]);
      return {
        customer: { id: memberId, name },
        invoice: null,
        project: null,
        advisor: null,
        membership: {
          plan: plan?.name ?? null,
          bill: bill?.number ?? null,
          paid: decimalOf(paid.amountPence),
          paid_at: paid.paidAt.toISOString(),
          paid_until: paid.paidUntil.toISOString(),
          ended: membership?.revokedSubscriptionId === paid.subscriptionId,
        },
      };
    },
  };
}
