import { formatLong } from "@plumbline/contract/dates.ts";
import { isTooLate } from "@plumbline/contract/disputes/rules.ts";
import type { Dispute, Invoice } from "@plumbline/contract/invoices/contract.ts";
import { formatPounds } from "@plumbline/contract/money.ts";
import type { Role } from "@plumbline/contract/product.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Banner } from "../../ui/banner.tsx";

type Disputed = { invoice: Invoice; dispute: Dispute };

/** The payment's dispute in a sentence for its reader; nothing for one that was never disputed. */
export function DisputeBanner({ invoice, viewer }: { invoice: Invoice; viewer: Role | "staff" }) {
  const { dispute } = invoice;
  if (!dispute) return null;
  if (viewer === "customer") return <ForCustomer dispute={dispute} />;
  const disputed = { invoice, dispute };
  return viewer === "advisor" ? <ForAdvisor {...disputed} /> : <ForStaff {...disputed} />;
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

function ForStaff({ invoice, dispute }: Disputed) {
  return (
    <StaffDisputeBanner
      dispute={dispute}
      lost={
        invoice.info && (
          <>
            {" "}
            The advisor was sent {formatPounds(invoice.info.advisor_amount)}: whether to take that back is decided in
            the card provider's dashboard.
          </>
        )
      }
    />
  );
}

/** A payment's dispute, for staff, with what to do next; `lost` is shown for one that is lost. */
function StaffDisputeBanner({ dispute, lost }: { dispute: Dispute; lost?: ReactNode }) {
  const { state, amount, reason, provider_id: id, respond_by: due } = dispute;
  const tooLate = isTooLate(due, new Date());
  const seen = tooLate ? "See the dispute" : due ? "Answer it" : "See our answer";
  const answer = <Link to={`/back-office/disputes/${dispute.id}`}>{seen}</Link>;
  if (state === "inquiry")
    return (
      <Banner
        tone="wait"
        title={
          tooLate
            ? "This inquiry was not answered in time."
            : due
              ? `Answer this inquiry by ${formatLong(due)}.`
              : "This inquiry is answered."
        }
        action={answer}
      >
        The customer's bank asks about {formatPounds(amount)}, because of {reason}, and has taken no money. Dispute{" "}
        <code>{id}</code>. A refund settles it.
      </Banner>
    );
  if (state === "inquiry_closed")
    return (
      <Banner title="The bank has closed its inquiry.">
        The payment stands, and there is nothing to do. Dispute <code>{id}</code>.
      </Banner>
    );
  if (state === "open")
    return (
      <Banner
        tone={due ? "bad" : "wait"}
        title={
          tooLate
            ? "This dispute was not answered in time. The bank is expected to decide for the customer."
            : due
              ? `Answer this dispute by ${formatLong(due)}.`
              : "This dispute is answered. The bank decides."
        }
        action={answer}
      >
        The customer's bank has taken {formatPounds(amount)} from our balance, because of {reason}. Dispute{" "}
        <code>{id}</code>
        {due && !tooLate && "; one that is not answered is lost"}. Until it is decided, nothing can be refunded.
      </Banner>
    );
  if (state === "won")
    return (
      <Banner title="The dispute of this payment is won.">
        {formatPounds(amount)} is ours again, and there is nothing to do. Dispute <code>{id}</code>.
      </Banner>
    );
  return (
    <Banner tone="bad" title="The dispute of this payment is lost.">
      The customer's bank has given {formatPounds(amount)} back, from our balance. Dispute <code>{id}</code>.{lost}
    </Banner>
  );
}
