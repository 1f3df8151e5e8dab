import type { Answer } from "@plumbline/contract/endpoint.ts";
import type { listConcernedPayments } from "@plumbline/contract/membership/contract.ts";
import { decimalOf } from "@plumbline/contract/money.ts";
import type { AppContext } from "../../context.ts";
import { disputeView } from "../invoices/view.ts";
import { pageOfRefundedOrDisputed } from "./payment-store.ts";

const pageSize = 20;

/** For staff: payments of memberships that were refunded or disputed, newest first. */
export async function refundedOrDisputedPayments(
  context: AppContext,
  { page, which }: { page: number; which: "all" | "disputed" },
): Promise<Answer<typeof listConcernedPayments>> {
  const { rows, total } = await pageOfRefundedOrDisputed(context.db, which, page, pageSize);
  return {
    entries: rows.map((row) => ({
      id: row.id,
      member: { id: row.memberId, name: row.name, company_name: row.company, email: row.email },
      paid_at: row.paidAt.toISOString(),
      amount: decimalOf(row.amountPence),
      refunded: decimalOf(row.refundedPence),
      dispute: row.dispute && disputeView(row.dispute, { role: "staff" }),
      ended: row.revoked,
      provider_id: row.chargeId,
    })),
    pagination: { limit: pageSize, current: page, total_count: total },
  };
}
