import { formatLong, formatMoment } from "@plumbline/contract/dates.ts";
import { type DisputeCase, readDispute, saveDisputeAnswer } from "@plumbline/contract/disputes/contract.ts";
import { evidencePartLabels, isTooLate, ownFileLabels, timeLeft } from "@plumbline/contract/disputes/rules.ts";
import type { DisputeState } from "@plumbline/contract/invoices/rules.ts";
import { formatPounds } from "@plumbline/contract/money.ts";
import { Link } from "react-router";
import { call } from "../../call.ts";
import { ReadOnlyNote } from "../../shell/may.tsx";
import { titled } from "../../titled.ts";
import { Banner } from "../../ui/banner.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Page } from "../../ui/page.tsx";
import { Surface, WithSidebar } from "../../ui/surface.tsx";
import { unbroken } from "../../ui/unbroken.tsx";
import type { Route } from "./+types/dispute-page.ts";
import { AnswerForm } from "./answer-form.tsx";
import classes from "./disputes.module.css";
import { PartLines } from "./part-lines.tsx";

export const meta = () => titled("Dispute");

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => call(readDispute, { params: { id: params.id } });

/** One dispute for staff: what the bank says, until when, and our answer with what the history shows. */
export default function DisputePage({ loaderData: dispute }: Route.ComponentProps) {
  const { invoice, project, customer, advisor, membership } = dispute;
  const may = dispute.allowed_actions.includes("answer");
  return (
    <Page
      back={
        invoice
          ? { to: `/back-office/invoices/${invoice.id}`, text: `Invoice ${invoice.number}` }
          : { to: "/back-office/disputes", text: "Disputes" }
      }
      title={`Dispute over ${formatPounds(dispute.amount)}`}
      sentence={`The bank of ${customer.name} has told us of ${dispute.reason}.`}
      note={dispute.refused === null && <ReadOnlyNote of={saveDisputeAnswer} />}
    >
      <WithSidebar
        sidebar={
          <Surface tinted>
            <h2 className={`eyebrow ${classes.about}`}>What it is about</h2>
            <Facts
              rows={[
                ["Sum", formatPounds(dispute.amount)],
                ["Reason", dispute.reason],
                ["Since", formatLong(dispute.opened_at)],
                [
                  "Invoice",
                  invoice && (
                    <Link to={`/back-office/invoices/${invoice.id}`}>
                      {invoice.number}, {formatPounds(invoice.total)}
                    </Link>
                  ),
                ],
                ["Work", project?.name],
                ["Customer", <Someone key="customer" {...customer} />],
                ["Advisor", advisor && <Someone {...advisor} />],
                ["Plan", membership && (membership.plan ?? "The provider has not named it")],
                [
                  "Paid",
                  membership &&
                    `${formatPounds(membership.paid)} on ${formatLong(membership.paid_at)}, until ${formatLong(membership.paid_until)}`,
                ],
                ["Bill", membership?.bill],
                ["At the provider", <code key="provider">{dispute.provider_id}</code>],
              ]}
            />
            <h2 className={`eyebrow ${classes.next}`}>What happens next</h2>
            <p>{nextText(dispute)}</p>
          </Surface>
        }
      >
        <Clock dispute={dispute} />
        {dispute.answer?.failure && <Banner tone="bad" title={dispute.answer.failure} />}
        {may ? <AnswerForm key={dispute.id} dispute={dispute} /> : <Sent dispute={dispute} />}
      </WithSidebar>
    </Page>
  );
}

const Someone = ({ id, name }: DisputeCase["customer"]) => <Link to={`/back-office/members/${id}`}>{name}</Link>;

function nextText({ state, respond_by: due, membership }: DisputeCase): string {
  const unanswered = isTooLate(due, new Date()) && unansweredTexts[state];
  return unanswered || (membership ? membershipNextTexts(membership.ended) : nextTexts)[state];
}

const unansweredTexts: Partial<Record<DisputeState, string>> = {
  inquiry: "We did not answer in time: the bank may take the sum back as a dispute. A refund settles it at once.",
  open: "We did not answer in time: the bank is expected to decide for the customer, who keeps the sum then.",
};

const nextTexts: Record<DisputeState, string> = {
  inquiry:
    "The bank has taken no money. It reads our answer, and closes its inquiry or takes the sum back as a dispute. A refund settles it at once.",
  inquiry_closed: "Nothing: the payment stands.",
  open: "The bank has taken the sum from our balance. It reads our answer and decides in two to three months. Won, we get the sum back; lost or unanswered, the customer keeps it. The advisor keeps what was paid to them.",
  won: "Nothing: the sum is ours again.",
  lost: "The customer keeps the sum. The advisor keeps what was paid to them, unless it is taken back at the card provider.",
};

const membershipNextTexts = (ended: boolean): Record<DisputeState, string> => ({
  ...nextTexts,
  open: "The bank has taken the sum from our balance. It reads our answer and decides in two to three months. The membership goes on until then. Won, we get the sum back; lost or unanswered, the member keeps it and the membership ends at once.",
  lost: ended ? "The member keeps the sum, and the membership has ended." : "The member keeps the sum.",
});

/** Until when the bank takes an answer, by London's calendar. */
function Clock({ dispute: { state, respond_by: due, answer, refused, closed_at: closed } }: { dispute: DisputeCase }) {
  if (closed)
    return (
      <Banner
        tone={state === "lost" ? "bad" : "calm"}
        title={`${closedTitles[state] ?? "Closed"} on ${formatLong(closed)}.`}
      />
    );
  const left = due && timeLeft(due, new Date());
  if (answer?.state === "asked")
    return (
      <Banner tone="wait" title="This is on its way to the payment provider.">
        {refused} It is carried through within a minute of the provider's return.
      </Banner>
    );
  if (refused) return <Banner tone="wait" title={refused} />;
  return (
    <Banner tone="bad" title={due && left ? `Answer by ${formatLong(due)}, ${left}.` : "Answer it."}>
      One that is not answered is lost.
      {answer && ` Draft by ${answer.by ?? "a colleague"}, ${formatMoment(answer.at)}.`}
    </Banner>
  );
}

const closedTitles: Partial<Record<DisputeState, string>> = {
  won: "Won",
  lost: "Lost",
  inquiry_closed: "Inquiry closed",
};

/** What was sent, which nobody can change. */
function Sent({ dispute: { answer, proposed } }: { dispute: DisputeCase }) {
  if (!answer) return <p>Nobody has answered it here.</p>;
  if (answer.kind === "acceptance") return <p>{unbroken(`Accepted by ${answer.by}, ${formatMoment(answer.at)}.`)}</p>;
  return (
    <>
      <h2>{answer.state === "draft" ? "The draft that was not sent" : "Our answer"}</h2>
      <p className="small">{unbroken(`${answer.by}, ${formatMoment(answer.at)}`)}</p>
      {answer.words && <p className={classes.words}>{answer.words}</p>}
      {proposed
        .filter(({ part }) => answer.parts.includes(part))
        .map(({ part, lines }) => (
          <div key={part}>
            <h3>{evidencePartLabels[part]}</h3>
            <PartLines lines={lines} />
          </div>
        ))}
      <ul>
        {answer.files.map(({ id, kind, file, file_name: name }) => (
          <li key={id}>
            {ownFileLabels[kind]}: <a href={file}>{name}</a>
          </li>
        ))}
      </ul>
    </>
  );
}
