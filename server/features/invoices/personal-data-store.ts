import { and, eq, or, sql } from "drizzle-orm";
import { ofMember, personalTable, type SubjectIn } from "../../database/personal-data.ts";
import { invoiceLines, invoiceNumbers, invoices, payments, refunds, vatRegistrations } from "./schema.ts";
import { notDraft } from "./store.ts";

const books = {
  keptBecause: "Invoices and payments are kept for six years after the tax year, with the names on them.",
};
/** A draft is its advisor's alone. */
const theirs = ({ id }: SubjectIn) =>
  or(and(eq(invoices.customerId, id), notDraft), eq(invoices.advisorId, id)) ?? sql`false`;
const idsOfTheirs = (subject: SubjectIn) => sql`(select ${invoices.id} from ${invoices} where ${theirs(subject)})`;

export const invoicesPersonalData = [
  // Our fee is hidden from customers, and stands in the advisor's earnings.
  personalTable(invoices, theirs, { hidden: ["fee_percent", "fee_pence"], erase: books }),
  personalTable(invoiceLines, (subject) => sql`${invoiceLines.invoiceId} in ${idsOfTheirs(subject)}`, { erase: books }),
  personalTable(invoiceNumbers, ofMember(invoiceNumbers.advisorId), { hidden: null, erase: books }),
  // The invoices keep the number, name and address that stand on them.
  personalTable(vatRegistrations, ofMember(vatRegistrations.memberId), { erase: "rows" }),
  personalTable(payments, (subject) => sql`${payments.invoiceId} in ${idsOfTheirs(subject)}`, {
    hidden: ["refund_asked_by", "fee_pence", "destination", "provider_customer_id", "intent_id", "refund_id"],
    erase: books,
  }),
  personalTable(refunds, (subject) => sql`${refunds.invoiceId} in ${idsOfTheirs(subject)}`, {
    hidden: ["asked_by", "advisor_pence", "fee_pence", "provider_id"],
    erase: books,
  }),
];
