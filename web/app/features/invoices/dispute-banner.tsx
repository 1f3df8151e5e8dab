import { formatLong } from "@plumbline/contract/dates.ts";
import { isTooLate } from "@plumbline/contract/disputes/rules.ts";
import type { Dispute, Invoice } from "@plumbline/contract/invoices/contract.ts";
import { formatPounds } from "@plumbline/contract/money.ts";
import type { Role } from "@plumbline/contract/product.ts";
import { Link } from "react-router";
import { Banner } from "../../ui/banner.tsx";

type Disputed = { invoice: Invoice; dispute: Dispute };

/** The payment's dispute in a sentence for its reader; nothing for one that was never disputed. */
export function DisputeBanner({ invoice, viewer }: { invoice: Invoice; viewer: Role }) {
  const { dispute } = invoice;
  if (!dispute) return null;
  return viewer === "customer" ? <ForCustomer dispute={dispute} /> : <ForAdvisor invoice={invoice} dispute={dispute} />;
}

/** In neutral words: the reason is between the customer and their bank. */
function ForCustomer({ dispute: { state, amount, closed_at: closed, answered_at: answered } }: { dispute: Dispute }) {
  if (state === "inquiry" || state === "inquiry_closed")
    return (
      <Banner tone="quiet" title="Your bank has asked us about this payment.">
        {state === "inquiry_closed"
          ? "It has closed its inquiry. "
          : answered
            ? `We answered on ${formatLong(answered)}. `
            : "We answer it. "}
        The payment stands, and nothing was given back.
      </Banner>
    );
  if (state === "open")
    return (
      <Banner tone="wait" title="Your bank has told us that you dispute this payment.">
        It is about {formatPounds(amount)}. {answered && `We answered on ${formatLong(answered)}. `}Your bank decides,
        which can take some months. If you did not mean to dispute it, please tell your bank.
      </Banner>
    );
  return (
    <Banner tone="quiet" title="Your bank has told us that it has decided the dispute of this payment.">
      {closed && `We heard on ${formatLong(closed)}: `}
      {state === "won" ? "the payment stands." : `it gives ${formatPounds(amount)} back to you.`}
    </Banner>
  );
}

function ForAdvisor({ invoice, dispute }: Disputed) {
  const { state, amount, reason, answered_at: answered, respond_by: due } = dispute;
  const name = invoice.customer.profile.name;
  const tooLate = isTooLate(due, new Date());
  const askForProof = !tooLate && (
    <>
      {" "}
      What shows that the work was agreed and done helps our answer: please <Link to="/contact">send it to us</Link>
      {due && ` before ${formatLong(due)}`}.
    </>
  );
  if ((state === "inquiry" || state === "open") && answered)
    return (
      <Banner tone="wait" title={`We answered the bank of ${name} on ${formatLong(answered)}.`}>
        It is about {formatPounds(amount)}, because of {reason}. The bank decides, which can take some months.
        {state === "open" && " Nothing has been taken from your payout account."}
      </Banner>
    );
  if (state === "inquiry")
    return (
      <Banner tone="wait" title={`The bank of ${name} asks about this payment.`}>
        It is about {formatPounds(amount)}, because of {reason}. No money has been taken.
        {!tooLate && " We answer the bank."}
        {askForProof}
      </Banner>
    );
  if (state === "inquiry_closed") return <Banner title="The bank has closed its inquiry: the payment stands." />;
  if (state === "open")
    return (
      <Banner tone="bad" title={`The bank of ${name} has told us that they dispute this payment.`}>
        It is about {formatPounds(amount)}, because of {reason}.{" "}
        {tooLate ? "The bank decides, which can take some months." : "We answer the bank, and it decides."} Nothing has
        been taken from your payout account.
        {askForProof}
      </Banner>
    );
  if (state === "won") return <Banner title="The dispute of this payment is decided: the payment stands." />;
  return (
    <Banner tone="bad" title={`The bank has given ${formatPounds(amount)} back to ${name}.`}>
      It decided the dispute of this payment for them. It took the money from us, not from your payout account
      {invoice.info && `, to which we sent ${formatPounds(invoice.info.advisor_amount)}`}.
    </Banner>
  );
}
