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
  const { title, outcome, link, remark } = answerOf(state === "inquiry" ? "inquiry" : "dispute", due);
  const answer = <Link to={`/back-office/disputes/${dispute.id}`}>{link}</Link>;
  if (state === "inquiry")
    return (
      <Banner tone="wait" title={title} action={answer}>
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
      <Banner tone={due ? "bad" : "wait"} title={title + outcome} action={answer}>
        The customer's bank has taken {formatPounds(amount)} from our balance, because of {reason}. Dispute{" "}
        <code>{id}</code>
        {remark}. Until it is decided, nothing can be refunded.
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

/** How it stands with our answer: what the banner says, what is expected of the bank then, and what the link says. */
function answerOf(what: "inquiry" | "dispute", due: string | null | undefined) {
  if (!due)
    return { title: `This ${what} is answered.`, outcome: " The bank decides.", link: "See our answer", remark: "" };
  if (isTooLate(due, new Date()))
    return {
      title: `This ${what} was not answered in time.`,
      outcome: " The bank is expected to decide for the customer.",
      link: "See the dispute",
      remark: "",
    };
  return {
    title: `Answer this ${what} by ${formatLong(due)}.`,
    outcome: "",
    link: "Answer it",
    remark: "; one that is not answered is lost",
  };
}
