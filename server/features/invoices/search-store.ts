import { and, desc, eq, sql } from "drizzle-orm";
import { arrayParameter, type Db } from "../../database/database.ts";
import { preparedBy } from "../../database/prepared.ts";
import { nameColumn } from "../profiles/profile-join.ts";
import { invoices } from "./schema.ts";
import { notDraft } from "./store.ts";

const most = 5;

const columns = {
  id: invoices.id,
  number: invoices.number,
  status: invoices.status,
  totalPence: invoices.totalPence,
  customerId: invoices.customerId,
  advisor: nameColumn(sql`${invoices.advisorId}`),
  customer: nameColumn(sql`${invoices.customerId}`),
};
const byNumber = eq(invoices.number, sql.placeholder("number"));
const theirs = (own: "advisor_id" | "customer_id") => sql`(
  select i.id from invoices i where i.${sql.raw(own)} = any(${arrayParameter("memberIds", "int")})
    and i.number = ${sql.placeholder("number")} order by i.id desc limit ${sql.raw(String(most))})`;

const conditions = {
  ids: sql`${invoices.id} = any(${arrayParameter("ids", "int")})`,
  number: byNumber,
  numberOf: sql`${invoices.id} = any(array(${theirs("advisor_id")} union ${theirs("customer_id")}))`,
};

const found = preparedBy((db, by: keyof typeof conditions) =>
  db
    .select(columns)
    .from(invoices)
    .where(and(conditions[by], notDraft))
    .orderBy(desc(invoices.id))
    .limit(most)
    .prepare(`invoices_found_by_${by}`),
);

export type FoundInvoice = Awaited<ReturnType<typeof invoicesByIds>>[number];

/** Sent invoices by their ids. */
export async function invoicesByIds(db: Db, ids: readonly number[]) {
  return found(db, "ids").execute({ ids });
}

/** A few sent invoices of a number, the latest first: of anybody, or of some members. */
export async function invoicesByNumber(db: Db, number: number, memberIds: readonly number[] | null) {
  return memberIds === null
    ? found(db, "number").execute({ number })
    : found(db, "numberOf").execute({ number, memberIds });
}
