import { type Invoice, readInvoice } from "@plumbline/contract/invoices/contract.ts";
import { cardOfCustomer } from "@plumbline/contract/membership/contract.ts";
import { Link, redirect, useLoaderData } from "react-router";
import { call } from "../../call.ts";
import { currentSession } from "../../session.ts";
import { titled } from "../../titled.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { Surface } from "../../ui/surface.tsx";
import { DisputeBanner } from "./dispute-banner.tsx";
import { DownloadPdf } from "./download-pdf.tsx";
import { InvoiceBanner } from "./invoice-banner.tsx";
import { InvoiceSheet } from "./invoice-sheet.tsx";
import { InvoiceStatus } from "./invoice-status.tsx";
import look from "./invoices.module.css";
import { PayPanel } from "./pay-panel.tsx";
import { givenBackOf, sharesOf, Totals } from "./totals.tsx";
import { Withdraw } from "./withdraw.tsx";

export const meta = () => titled("Invoice");

export async function clientLoader({ params }: { params: { invoiceId?: string } }) {
  const customer = currentSession()?.role === "customer";
  const [invoice, card] = await Promise.all([
    call(readInvoice, { params: { id: params.invoiceId as string } }),
    // The card only says which one will be charged: without an answer the page goes on, and paying says the rest.
    customer ? call(cardOfCustomer, {}).catch(() => undefined) : undefined,
  ]);
  if (invoice.status === "draft") throw redirect(`/create-invoice?draft=${invoice.id}`);
  return { invoice, card, customer };
}

/** Rows I-11 to I-13: one invoice, and what its reader may do with it now. */
export default function InvoicePage() {
  const { invoice, card, customer } = useLoaderData<typeof clientLoader>();
  const { info } = invoice;
  return (
    <Page
      back={{ to: "/invoices", text: customer ? "Invoices" : "Invoice history" }}
      title={`Invoice ${invoice.number}`}
      badge={<InvoiceStatus status={invoice.status} dispute={invoice.dispute?.state} />}
      sentence={
        <>
          For <Link to={`/project/${invoice.project.id}`}>{invoice.project.name}</Link>
        </>
      }
    >
      <div className={look.page}>
        <div className={look.head}>
          {!disputeSaysMore(invoice) && <InvoiceBanner invoice={invoice} customer={customer} />}
          <DisputeBanner invoice={invoice} viewer={customer ? "customer" : "advisor"} />
        </div>
        <aside className={look.rail} aria-label="Total">
          <Surface tinted>
            <h2 className="eyebrow">{info ? "What you receive" : "To pay"}</h2>
            <Totals
              sums={
                info
                  ? [{ name: "Total", pounds: invoice.total, big: true }, ...sharesOf(info), ...givenBackOf(invoice)]
                  : [
                      ...linesOf(invoice.items),
                      { name: "Total", pounds: invoice.total, big: true },
                      ...givenBackOf(invoice),
                    ]
              }
            />
            <div className={look.actions}>
              {customer && <PayPanel invoice={invoice} card={card} />}
              <DownloadPdf invoice={invoice} />
              {invoice.allowed_actions.includes("void") && <Withdraw invoice={invoice} />}
              {!customer && invoice.status === "void" && (
                <ButtonLink look="line" to={`/create-invoice?project=${invoice.project_id}`}>
                  Write a new one
                </ButtonLink>
              )}
            </div>
          </Surface>
        </aside>
        <div className={look.rest}>
          <InvoiceSheet invoice={invoice} />
        </div>
      </div>
    </Page>
  );
}

/** Thanks for a payment, and what became of it at the bank, are not said in one breath. */
function disputeSaysMore({ status, dispute }: Invoice): boolean {
  return status === "Completed" && dispute !== null && dispute.state !== "won";
}

/** A few lines are named one by one; one is the total itself, and many stand in the table anyway. */
function linesOf(items: readonly { description: string; amount: number }[]) {
  if (items.length === 1 || items.length > 4) return [];
  return items.map(({ description, amount }) => ({ name: description, pounds: amount }));
}
