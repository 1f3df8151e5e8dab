import { formatShort } from "@plumbline/contract/dates.ts";
import { type ListedDispute, listDisputes } from "@plumbline/contract/disputes/contract.ts";
import { answerDue } from "@plumbline/contract/disputes/rules.ts";
import { disputeStates } from "@plumbline/contract/invoices/rules.ts";
import { Link } from "react-router";
import { call } from "../../call.ts";
import { filtersIn } from "../../list-filters.ts";
import { titled } from "../../titled.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { FilterBar } from "../../ui/filter-bar.tsx";
import { KeyedList } from "../../ui/keyed-list.tsx";
import { MemberLink } from "../../ui/member-link.tsx";
import { Money } from "../../ui/money.tsx";
import { Page } from "../../ui/page.tsx";
import type { Route } from "./+types/disputes-page.ts";
import classes from "./disputes.module.css";

export const meta = () => titled("Disputes");

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const filters = filtersIn(listDisputes, request);
  return { list: await call(listDisputes, { query: filters }), filters };
}

const shown: Record<ListedDispute["state"], { text: string; tone: Tone }> = {
  inquiry: { text: "Inquiry", tone: "wait" },
  inquiry_closed: { text: "Inquiry closed", tone: "quiet" },
  open: { text: "Open", tone: "bad" },
  won: { text: "Won", tone: "calm" },
  lost: { text: "Lost", tone: "quiet" },
};

const choices = [
  {
    name: "state",
    label: "State",
    all: "All states",
    options: disputeStates.map((state) => ({ value: state, label: shown[state].text })),
  },
];

/** Disputes and inquiries of banks over any payment, opened last first. */
export default function DisputesPage({ loaderData: { list, filters } }: Route.ComponentProps) {
  return (
    <Page title="Disputes" sentence="Payments that a customer's bank asks about or has taken back, opened last first.">
      <FilterBar
        label="Filter disputes"
        words="Customer, advisor, or the provider's id"
        choices={choices}
        days="Opened"
      />
      <KeyedList
        of={listDisputes}
        list={list}
        filters={filters}
        one="dispute"
        many="disputes"
        none={{ title: "Nothing disputed", text: "A dispute appears here as soon as a customer's bank opens one." }}
        columns={[
          { title: "Dispute", cell: (dispute) => <About dispute={dispute} /> },
          { title: "Customer", cell: ({ customer }) => <MemberLink {...customer} /> },
          { title: "Advisor", cell: ({ advisor_member: advisor }) => advisor && <MemberLink {...advisor} /> },
          { title: "Opened", cell: ({ opened_at: at }) => formatShort(at) },
          { title: "State", phone: "wide", cell: (dispute) => <State dispute={dispute} /> },
          { title: "Amount", align: "end", cell: ({ amount }) => <Money pounds={amount} /> },
        ]}
      />
    </Page>
  );
}

function About({ dispute: { id, invoice } }: { dispute: ListedDispute }) {
  return (
    <Link className={classes.link} to={`/back-office/disputes/${id}`}>
      {invoice?.number ?? "Membership"} · #{id}
    </Link>
  );
}

function State({ dispute }: { dispute: ListedDispute }) {
  const { text, tone } = shown[dispute.state];
  const { respond_by: due, answered_at: answered } = dispute;
  return (
    <>
      <Badge tone={tone}>{text}</Badge>
      <div className="small">
        {dispute.reason}
        {answered && `; answered on ${formatShort(answered)}`}
      </div>
      <div className="small">{answerDue(due, new Date())}</div>
    </>
  );
}
