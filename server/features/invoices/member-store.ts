import { invoiceNumber } from "@plumbline/contract/invoices/rules.ts";
import { and, asc, desc, eq, or, type SQL, sql } from "drizzle-orm";
import { countOf } from "../../database/count-of.ts";
import type { Db } from "../../database/database.ts";
import { preparedBy, preparedOn } from "../../database/prepared.ts";
import { oneRow } from "../../database/rows.ts";
import { nameColumn } from "../profiles/profile-join.ts";
import { takenColumn } from "./refund-store.ts";
import { givenBackColumn } from "./returned-column.ts";
import { invoices } from "./schema.ts";
import { notDraft } from "./store.ts";

const most = 100;
type Side = "advisor" | "customer";
const sides = {
  advisor: [invoices.advisorId, invoices.customerId],
  customer: [invoices.customerId, invoices.advisorId],
} as const;

const readsOf = preparedBy((db, role: Side) => {
  const [own, other] = sides[role];
  const theirs = and(eq(own, sql.placeholder("memberId")), notDraft);
  const ofPaid = (pence: SQL) => sql<number>`coalesce(sum(${pence}) filter (where status = 'completed'), 0)::float8`;
  const [givenBack, taken] = [givenBackColumn("invoices"), takenColumn(sql.raw("invoices.id"))];
  const open = sql`status in ('sent', 'processing')`;
  return {
    list: db
      .select({
        id: invoices.id,
        number: invoices.number,
        status: invoices.status,
        totalPence: invoices.totalPence,
        refundedPence: invoices.refundedPence,
        feePence: invoices.feePence,
        issuedOn: invoices.issuedOn,
        otherId: other,
        other: nameColumn(sql`${other}`),
      })
      .from(invoices)
      .where(theirs)
      .orderBy(desc(invoices.id))
      .limit(most)
      .prepare(`invoices_of_member_${role}`),
    sums: db
      .select({
        paid: ofPaid(sql`total_pence - ${givenBack}`),
        commission: ofPaid(sql`fee_pence - (${taken} ->> 'feePence')::bigint`),
        refunded: sql<number>`coalesce(sum(${givenBack}), 0)::float8`,
        open: sql<number>`coalesce(sum(total_pence) filter (where ${open}), 0)::float8`,
        openCount: countOf(open),
      })
      .from(invoices)
      .where(theirs)
      .prepare(`invoice_sums_of_member_${role}`),
  };
});

/** The newest invoices that a member has sent or received, for staff. */
export async function invoicesOfMember(db: Db, memberId: number, role: Side) {
  return readsOf(db, role).list.execute({ memberId });
}

/** What a member's invoices come to, in pence. */
export async function memberInvoiceSums(db: Db, memberId: number, role: Side) {
  return oneRow(await readsOf(db, role).sums.execute({ memberId }));
}

const unsettled = preparedOn((db) =>
  db
    .select({ id: invoices.id, number: invoices.number })
    .from(invoices)
    .where(
      and(
        or(eq(invoices.customerId, sql.placeholder("memberId")), eq(invoices.advisorId, sql.placeholder("memberId"))),
        sql`status in ('sent', 'processing')`,
      ),
    )
    .orderBy(asc(invoices.id))
    .limit(20)
    .prepare("invoices_unsettled_of_member"),
);

/** Invoices of a member that wait for their payment, on either side, the oldest first, at most twenty. */
export async function unsettledInvoicesOf(db: Db, memberId: number): Promise<{ id: number; label: string }[]> {
  const rows = await unsettled(db).execute({ memberId });
  return rows.map(({ id, number }) => ({ id, label: invoiceNumber(number ?? 0) }));
}
