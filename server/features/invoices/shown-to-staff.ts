import type { Invoice } from "@plumbline/contract/invoices/contract.ts";
import type { AppContext } from "../../context.ts";
import { readSentInvoice } from "./store.ts";
import { invoiceView } from "./view.ts";

/** A sent invoice as staff see it; null when there is none. */
export async function shownToStaff(context: AppContext, id: number): Promise<Invoice | null> {
  const [book, row] = await Promise.all([context.moneyTerms.book(context.db), readSentInvoice(context.db, id)]);
  return row && invoiceView(context, book, row, { role: "staff" });
}
