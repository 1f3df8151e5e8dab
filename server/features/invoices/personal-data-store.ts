import { eq, or, sql } from "drizzle-orm";
import { ofMember, personalTable, type Subject } from "../../database/personal-data.ts";
import { invoiceLines, invoiceNumbers, invoices, payments, refunds } from "./schema.ts";

const books = {
  keptBecause: "Invoices and payments are kept for six years after the tax year, with the names on them.",
};
const theirs = ({ id }: Subject) => or(eq(invoices.customerId, id), eq(invoices.advisorId, id)) ?? sql`false`;
const idsOfTheirs = (subject: Subject) => sql`(select ${invoices.id} from ${invoices} where ${theirs(subject)})`;

export const invoicesPersonalData = [
  personalTable(invoices, theirs, { erase: books }),
  personalTable(invoiceLines, (subject) => sql`${invoiceLines.invoiceId} in ${idsOfTheirs(subject)}`, { erase: books }),
  personalTable(invoiceNumbers, ofMember(invoiceNumbers.advisorId), { hidden: null, erase: books }),
  personalTable(payments, (subject) => sql`${payments.invoiceId} in ${idsOfTheirs(subject)}`, {
    hidden: ["refund_asked_by"],
    erase: books,
  }),
  personalTable(refunds, (subject) => sql`${refunds.invoiceId} in ${idsOfTheirs(subject)}`, {
    hidden: ["asked_by"],
    erase: books,
  }),
];
