import { type ListedPayout, listAllPayouts, sumAllPayouts } from "@plumbline/contract/back-office/payouts.ts";
import { formatLong, formatShort } from "@plumbline/contract/dates.ts";
import { payoutStatuses } from "@plumbline/contract/earnings/rules.ts";
import { Link } from "react-router";
import { call } from "../../call.ts";
import { filtersIn, isFiltered } from "../../list-filters.ts";
import { shortDayHere } from "../../moment-here.ts";
import { titled } from "../../titled.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ExportList } from "../../ui/export-list.tsx";
import { FilterBar } from "../../ui/filter-bar.tsx";
import { KeyedPages } from "../../ui/keyed-pages.tsx";
import { ListSummary } from "../../ui/list-summary.tsx";
import { Money } from "../../ui/money.tsx";
import { Page } from "../../ui/page.tsx";
import type { Route } from "./+types/payouts-page.ts";
import { InvoiceLinks } from "./invoice-links.tsx";
import classes from "./lists.module.css";

export const meta = () => titled("Payouts");

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const query = filtersIn(listAllPayouts, request);
  const { after: _, ...filters } = query;
  const [list, sums] = await Promise.all([call(listAllPayouts, { query }), call(sumAllPayouts, { query: filters })]);
  return { list, sums, filters };
}

const shown: Record<ListedPayout["status"], { text: string; tone: Tone }> = {
  pending: { text: "Pending", tone: "wait" },
  in_transit: { text: "On its way", tone: "wait" },
  paid: { text: "Paid out", tone: "calm" },
  failed: { text: "Sent back", tone: "bad" },
  canceled: { text: "Cancelled", tone: "quiet" },
};

const choices = [
  {
    name: "status",
    label: "Status",
    all: "All statuses",
    options: payoutStatuses.map((status) => ({ value: status, label: shown[status].text })),
  },
];

/** The payouts of all advisors to their banks, newest first. */
export default function PayoutsPage({ loaderData: { list, sums, filters } }: Route.ComponentProps) {
  return (
    <Page title="Payouts" sentence="What went from advisors' balances to their banks, newest first.">
      <FilterBar label="Filter payouts" words="Advisor, or the provider's id" choices={choices} days="Made" />
      <ListSummary
        count={sums.count}
        of={[`payout since ${formatLong(sums.from)}`, `payouts since ${formatLong(sums.from)}`]}
        sums={[
          { name: "paid out", pounds: sums.paid },
          { name: "on its way", pounds: sums.under_way },
          { name: "sent back", pounds: sums.sent_back },
        ]}
      />
      {list.entries.length > 0 ? (
        <DataTable
          caption="Payouts"
          hideCaption
          rows={list.entries}
          rowKey={({ id }) => id}
          columns={[
            {
              title: "Advisor",
              cell: ({ advisor_member: { id, name } }) => (
                <Link className={classes.link} to={`/back-office/members/${id}`}>
                  {name}
                </Link>
              ),
            },
            { title: "Made", cell: ({ created_at: at }) => <span className={classes.whole}>{shortDayHere(at)}</span> },
            {
              title: "Arrives",
              cell: ({ arrives_on: day }) => <span className={classes.whole}>{formatShort(day)}</span>,
            },
            { title: "Status", cell: (payout) => <Status payout={payout} /> },
            { title: "Invoices", phone: "wide", cell: (payout) => <Contents payout={payout} /> },
            { title: "Amount", align: "end", cell: ({ amount }) => <Money pounds={amount} /> },
          ]}
        />
      ) : isFiltered(filters) ? (
        <EmptyState
          title="Nothing found"
          text="No payout is like that. Words are found by their beginnings: try fewer letters, or fewer filters."
          action={<Link to="/back-office/payouts">Show all payouts</Link>}
        />
      ) : (
        <EmptyState title="Nothing yet" text="Payouts appear here as soon as the card provider makes one." />
      )}
      <KeyedPages name="after" last={list.entries.at(-1)?.id} more={list.more} />
      {list.entries.length > 0 && <ExportList of={listAllPayouts} />}
    </Page>
  );
}

function Status({ payout: { status, failure, carried_on: carried } }: { payout: ListedPayout }) {
  const { text, tone } = shown[status];
  return (
    <>
      <Badge tone={tone}>{text}</Badge>
      {failure && (
        <div className="small">
          {failure} {carried && `The money went with the payout of ${formatShort(carried)}.`}
        </div>
      )}
    </>
  );
}

function Contents({
  payout: { invoices, invoices_count: count, itemised, provider_id: id },
}: {
  payout: ListedPayout;
}) {
  return (
    <>
      {count > 0 ? <InvoiceLinks invoices={invoices} count={count} /> : itemised ? "None of ours" : "Paid out by hand"}
      <div className="small">
        <code className={classes.whole}>{id}</code>
      </div>
    </>
  );
}
