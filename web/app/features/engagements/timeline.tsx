import type { HistoryEntry, ProjectDetail } from "@plumbline/contract/engagements/contract.ts";
import { addressOf } from "@plumbline/contract/greeting.ts";
import type { ProjectInvoices } from "@plumbline/contract/invoices/contract.ts";
import { formatPounds } from "@plumbline/contract/money.ts";
import type { Role } from "@plumbline/contract/product.ts";
import { Link } from "react-router";
import { dotted } from "../../dotted.ts";
import { momentHere } from "../../moment-here.ts";
import { PlumbLine, PlumbStep } from "../../ui/plumb-line.tsx";
import classes from "./project.module.css";

type Invoice = ProjectInvoices["entries"][number];
type Step = { id: number; at: string } & (
  | { entry: HistoryEntry }
  | { invoice: Invoice; step: Invoice["history"][number] }
);

/** The history of the engagement and its invoices, the latest first, along the plumb line. */
export function Timeline({
  project,
  invoices,
  role,
}: {
  project: ProjectDetail;
  invoices: ProjectInvoices;
  role: Role;
}) {
  const me = role === "advisor" ? project.advisor_id : project.customer_id;
  const parties = [project.advisor, project.customer];
  const nameOf = (id: number | null) =>
    id === me ? "You" : addressOf(parties.find((party) => party.id === id)?.profile.name ?? "Plumbline");
  // Both are from one event log with growing ids.
  const steps: Step[] = [
    ...project.history.map((entry) => ({ id: entry.id, at: entry.created_at, entry })),
    ...invoices.entries.flatMap((invoice) =>
      invoice.history.map((step) => ({ id: step.id, at: step.created_at, invoice, step })),
    ),
  ].sort((one, other) => other.id - one.id);
  return (
    <PlumbLine>
      {steps.map((step, index) => (
        <PlumbStep
          key={step.id}
          title={
            "entry" in step
              ? titleOf(step.entry, step.entry.by?.id === me)
              : invoiceTitle(step.step.action, nameOf(step.step.by))
          }
          when={<time dateTime={step.at}>{momentHere(step.at)}</time>}
          now={index === 0}
        >
          {"entry" in step ? (
            <Words entry={step.entry} mine={step.entry.by?.id === me} />
          ) : (
            <p className={classes.changes}>
              <Link to={`/invoices/${step.invoice.id}`}>{step.invoice.number}</Link> · {formatPounds(step.step.amount)}
            </p>
          )}
        </PlumbStep>
      ))}
    </PlumbLine>
  );
}

function invoiceTitle(action: Invoice["history"][number]["action"], who: string): string {
  switch (action) {
    case "sent":
      return `${who} sent an invoice`;
    case "paid":
      return `${who} paid an invoice`;
    case "void":
      return `${who} withdrew an invoice`;
    case "partly_refunded":
      return "Part of a payment was given back";
    case "refunded":
      return "A payment was given back";
    case "inquiry":
      return "A bank asked about a payment";
    case "inquiry_closed":
      return "A bank closed its inquiry: the payment stands";
    case "disputed":
      return "A bank reported a payment as disputed";
    case "dispute_won":
      return "A bank decided a dispute: the payment stands";
    case "dispute_lost":
      return "A bank decided a dispute: it gave the payment back";
  }
}

function titleOf({ action, by, status }: HistoryEntry, mine: boolean): string {
  const who = mine ? "You" : addressOf(by?.name ?? "");
  switch (action) {
    case "create":
      return "Proposal sent";
    case "update":
      return "Proposal changed and sent again";
    case "accept":
      return `${who} accepted the project${status === "in_progress" ? ", and work started" : ""}`;
    case "reject":
      return `${who} rejected the project`;
    case "suggest_edit":
      return `${who} suggested an edit`;
    case "start":
      return by ? `${who} started the work` : "Work started on its start date";
    case "complete":
      return `${who} ended the project`;
    case "ask_for_review":
      return `${who} asked for a review`;
    case "review":
      return `${who} left a review`;
    case "answer":
      return `${who} answered the review`;
  }
}

function Words({ entry: { action, by, changes, message }, mine }: { entry: HistoryEntry; mine: boolean }) {
  const sender = (action === "create" || action === "update") && by ? (mine ? "You" : by.name) : null;
  const short = changes.filter(({ field }) => field !== "description");
  const description = changes.find(({ field }) => field === "description");
  const line = dotted(sender, ...short.map(({ field, from, to }) => `${field} ${from} → ${to}`));
  return (
    <>
      {line && <p className={classes.changes}>{line}</p>}
      {description && (
        <details className={classes.changes}>
          <summary>The description was rewritten</summary>
          <p className={classes.before}>Before: {description.from}</p>
        </details>
      )}
      {message && <p className={classes.said}>“{message}”</p>}
    </>
  );
}
