import { type Invoice, projectInvoices, readInvoice } from "@plumbline/contract/invoices/contract.ts";
import { shareName, totalsTitle } from "@plumbline/contract/invoices/state-words.ts";
import { vatTexts } from "@plumbline/contract/invoices/vat.ts";
import { cardOfCustomer } from "@plumbline/contract/membership/contract.ts";
import { Link, redirect } from "react-router";
import { call } from "../../call.ts";
import { currentSession } from "../../session.ts";
import { titled } from "../../titled.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { Surface } from "../../ui/surface.tsx";
import { ReportButton } from "../reports/report-button.tsx";
import type { Route } from "./+types/invoice-page.ts";
import { BeyondBanner } from "./beyond-banner.tsx";
import { DisputeBanner } from "./dispute-banner.tsx";
import { DownloadPdf } from "./download-pdf.tsx";
import { InvoiceBanner } from "./invoice-banner.tsx";
import { InvoiceSheet } from "./invoice-sheet.tsx";
import { InvoiceStatus } from "./invoice-status.tsx";
import classes from "./invoices.module.css";
import { ClaimLinks, LatePaymentPanel, OverdueNote } from "./late-payment.tsx";
import { PayPanel } from "./pay-panel.tsx";
import { RefundHistory } from "./refund-history.tsx";
import { refundedOf, sharesOf, Totals, vatSumsOf } from "./totals.tsx";
import { Withdraw } from "./withdraw.tsx";

export const meta = () => titled("Invoice");

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const customer = currentSession()?.role === "customer";
  const [invoice, card] = await Promise.all([
    call(readInvoice, { params: { id: params.invoiceId } }),
    // The card is only shown; if it cannot be read, the page works, and paying reports the problem.
    customer ? call(cardOfCustomer, {}).catch(() => undefined) : undefined,
  ]);
  if (invoice.status === "draft") throw redirect(`/create-invoice?draft=${invoice.id}`);
  // A claim is no part of what was agreed. Without the sums the page works, and paying asks for them again.
  const engagement =
    customer && invoice.status === "sent" && !invoice.claim_for
      ? await call(projectInvoices, { params: { id: invoice.project_id } }).catch(() => null)
      : null;
  return { invoice, card, customer, engagement };
}

/** Rows I-11 to I-13: one invoice, and its reader's actions. */
export default function InvoicePage({ loaderData }: Route.ComponentProps) {
  const { invoice, card, customer, engagement } = loaderData;
  const { info } = invoice;
  return (
    <Page
      back={{ to: "/invoices", text: customer ? "Invoices" : "Invoice history" }}
      title={`Invoice ${invoice.number}`}
      badge={<InvoiceStatus invoice={invoice} dispute={invoice.dispute?.state} />}
      sentence={
        <>
          For <Link to={`/project/${invoice.project.id}`}>{invoice.project.name}</Link>
          <ClaimLinks invoice={invoice} />
        </>
      }
    >
      <div className={classes.page}>
        <div className={classes.head}>
          {!disputeSaysMore(invoice) && <InvoiceBanner invoice={invoice} customer={customer} />}
          <DisputeBanner invoice={invoice} viewer={customer ? "customer" : "advisor"} />
          {engagement && <BeyondBanner engagement={engagement} />}
          {customer && <OverdueNote invoice={invoice} />}
        </div>
        <aside className={classes.rail} aria-label="Total">
          <Surface tinted>
            <h2 className="eyebrow">{totalsTitle(invoice, customer ? "customer" : "advisor")}</h2>
            <Totals
              sums={
                info
                  ? [
                      ...vatSumsOf(invoice.vat),
                      { name: "Total", pounds: invoice.total, big: true },
                      ...sharesOf(info, shareName(invoice.status, "advisor"), invoice.vat?.total_without_vat),
                      ...refundedOf(invoice),
                    ]
                  : [
                      ...(invoice.vat ? vatSumsOf(invoice.vat) : linesOf(invoice.items)),
                      { name: "Total", pounds: invoice.total, big: true },
                      ...refundedOf(invoice),
                    ]
              }
            />
            {info && invoice.vat && <p className={`small ${classes.commission}`}>{vatTexts.commission}</p>}
            <div className={classes.actions}>
              {customer && <PayPanel invoice={invoice} card={card} />}
              {engagement && (
                <ButtonLink variant="line" to={`/messages/${invoice.advisor.id}`}>
                  Ask {invoice.advisor.profile.name} about it
                </ButtonLink>
              )}
              <DownloadPdf invoice={invoice} />
              {invoice.allowed_actions.includes("void") && <Withdraw invoice={invoice} />}
              {!customer && invoice.status === "void" && (
                <ButtonLink variant="line" to={`/create-invoice?${again(invoice)}`}>
                  Write a new one
                </ButtonLink>
              )}
            </div>
          </Surface>
        </aside>
        <div className={classes.rest}>
          <InvoiceSheet invoice={invoice} />
          <RefundHistory invoice={invoice} />
          {!customer && <LatePaymentPanel invoice={invoice} />}
          {customer && (
            <p className={classes.report}>
              <ReportButton
                thing={{ kind: "invoice", id: invoice.id }}
                what={`invoice ${invoice.number}`}
                label="Report this invoice"
              />
            </p>
          )}
        </div>
      </div>
    </Page>
  );
}

/** A withdrawn claim is followed by another claim of the same invoice. */
function again({ claim_for: late, project_id: project }: Invoice): string {
  return late ? `claim=${late.id}` : `project=${project}`;
}

/** The thanks for a payment are not shown together with a dispute. */
function disputeSaysMore({ status, dispute }: Invoice): boolean {
  return status === "Completed" && dispute !== null && dispute.state !== "won";
}

/** Up to a few lines are listed by name; a single one equals the total, and more are in the table anyway. */
function linesOf(items: readonly { description: string; amount: number }[]) {
  if (items.length === 1 || items.length > 4) return [];
  return items.map(({ description, amount }) => ({ name: description, pounds: amount }));
}
