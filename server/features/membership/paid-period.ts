import type { Db } from "../../database/database.ts";
import { listBillsOf, type ShownBill } from "./billing-store.ts";
import type { ProviderPrice } from "./offer-shapes.ts";
import type { MembershipPaymentRow } from "./payment-store.ts";
import { findCatalogue } from "./plan-store.ts";

/** How many of a member's newest bills are read. */
const mostBills = 200;

export type PaidPeriod = { bill: ShownBill | null; plan: ProviderPrice | null; bills: readonly ShownBill[] };

/** The bill that a payment was for and the plan on it, which may no longer be sold, with the member's other bills. */
export async function paidPeriodOf(db: Db, { memberId, billId }: MembershipPaymentRow): Promise<PaidPeriod> {
  const [bills, catalogue] = await Promise.all([listBillsOf(db, memberId, mostBills), findCatalogue(db)]);
  const bill = bills.find(({ id }) => id === billId) ?? null;
  const plan = bill && catalogue?.offers?.prices.find(({ priceId }) => priceId === bill.priceId);
  return { bill, bills, plan: plan ?? null };
}
