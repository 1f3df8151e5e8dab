import { dayInLondon, formatLong } from "@plumbline/contract/dates.ts";
import type { Invoice } from "@plumbline/contract/invoices/contract.ts";
import { formatPounds } from "@plumbline/contract/money.ts";
import { Banner } from "../../ui/banner.tsx";

/** The invoice's status in a sentence for its reader. */
export function InvoiceBanner({ invoice, customer }: { invoice: Invoice; customer: boolean }) {
  const { status, due_date: due, paid_at: paid, refunded_at: refunded, payment } = invoice;
  const taken = invoice.info?.advisor_refunded;
  const other = customer ? invoice.advisor.profile.name : invoice.customer.profile.name;
  if (status === "sent") {
    const late = due !== null && due < dayInLondon(new Date());
    if (customer && payment?.status === "requires_action")
      return (
        <Banner tone="wait" title="Your bank wants to see that it is you.">
          Nothing has been charged yet. Press Pay Invoice to go on.
        </Banner>
      );
    if (customer && payment?.status === "failed" && payment.message)
      return (
        <Banner tone="bad" title="The last payment did not go through.">
          {payment.message} You can try again, or choose another card first.
        </Banner>
      );
    return (
      <Banner
        tone={late ? "bad" : "wait"}
        title={customer ? "This invoice is waiting for your payment." : `Waiting for ${other} to pay.`}
      >
        {due && (late ? `It was due on ${formatLong(due)}.` : `It is due by ${formatLong(due)}.`)}
      </Banner>
    );
  }
  if (status === "processing")
    return (
      <Banner tone="wait" title="The payment is on its way.">
        The card provider has not confirmed it yet. This page shows it as soon as it has, usually within a minute.
      </Banner>
    );
  if (status === "Completed" && invoice.refunded > 0)
    return (
      <Banner title={`${formatPounds(invoice.refunded)} of this invoice was given back.`}>
        {customer
          ? `You paid ${formatPounds(invoice.total)}${paid ? ` on ${formatLong(paid)}` : ""}. What is given back reaches your card within some days.`
          : `${other} paid ${formatPounds(invoice.total)}${paid ? ` on ${formatLong(paid)}` : ""}.`}
        {taken &&
          ` Of your share, ${formatPounds(taken)} was taken back; you keep ${formatPounds((invoice.info?.advisor_amount ?? 0) - taken)}.`}
      </Banner>
    );
  if (status === "Completed")
    return (
      <Banner title={customer ? "Thank you. This invoice is paid." : `${other} has paid this invoice.`}>
        {paid && `Paid on ${formatLong(paid)}.`}
        {invoice.info && ` ${formatPounds(invoice.info.advisor_amount)} goes to your payout account.`}
      </Banner>
    );
  if (status === "refunded")
    return (
      <Banner tone="quiet" title="This invoice was refunded.">
        {refunded &&
          `${formatPounds(invoice.total)} went back to the card it was paid with on ${formatLong(refunded)}.`}
      </Banner>
    );
  return (
    <Banner tone="quiet" title={customer ? `${other} has withdrawn this invoice.` : "You have withdrawn this invoice."}>
      There is nothing to pay.
    </Banner>
  );
}
