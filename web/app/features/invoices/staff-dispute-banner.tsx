import { formatLong } from "@plumbline/contract/dates.ts";
import { isTooLate } from "@plumbline/contract/disputes/rules.ts";
import type { Invoice } from "@plumbline/contract/invoices/contract.ts";
import { formatPounds } from "@plumbline/contract/money.ts";
import { Link } from "react-router";
import { Banner } from "../../ui/banner.tsx";

/** The dispute of an invoice's payment, for staff, with what to do next; nothing for one that was never disputed. */
export function StaffDisputeBanner({ invoice: { dispute, info } }: { invoice: Invoice }) {
  if (!dispute) return null;
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
      The customer's bank has given {formatPounds(amount)} back, from our balance. Dispute <code>{id}</code>.
      {info &&
        ` The advisor was sent ${formatPounds(info.advisor_amount)}: whether to take that back is decided in the card provider's dashboard.`}
    </Banner>
  );
}
