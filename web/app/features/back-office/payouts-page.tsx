import { type ListedPayout, listAllPayouts, sumAllPayouts } from "@plumbline/contract/back-office/payouts.ts";
import { formatLong, formatShort } from "@plumbline/contract/dates.ts";
import { payoutStatuses } from "@plumbline/contract/earnings/rules.ts";
import { call } from "../../call.ts";
import { filtersIn } from "../../list-filters.ts";
import { titled } from "../../titled.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { FilterBar } from "../../ui/filter-bar.tsx";
import { KeyedList } from "../../ui/keyed-list.tsx";
import { ListSummary } from "../../ui/list-summary.tsx";
import { MemberLink } from "../../ui/member-link.tsx";
import { Money } from "../../ui/money.tsx";
import { Page } from "../../ui/page.tsx";
import type { Route } from "./+types/payouts-page.ts";
import { InvoiceLinks } from "./invoice-links.tsx";

export const meta = () => titled("Payouts");

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const filters = filtersIn(sumAllPayouts, request);
  const [list, sums] = await Promise.all([
    call(listAllPayouts, { query: filtersIn(listAllPayouts, request) }),
    call(sumAllPayouts, { query: filters }),
  ]);
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
      <KeyedList
        of={listAllPayouts}
        list={list}
        filters={filters}
        one="payout"
        many="payouts"
        none={{ title: "Nothing yet", text: "Payouts appear here as soon as the card provider makes one." }}
        columns={[
          {
            title: "Advisor",
            cell: ({ advisor_member: { id, name } }) => <MemberLink id={id} name={name} />,
          },
          { title: "Made", cell: ({ created_at: at }) => formatShort(at) },
          { title: "Arrives", cell: ({ arrives_on: day }) => formatShort(day) },
          { title: "Status", cell: (payout) => <Status payout={payout} /> },
          { title: "Invoices", phone: "wide", cell: (payout) => <Contents payout={payout} /> },
          { title: "Amount", align: "end", cell: ({ amount }) => <Money pounds={amount} /> },
        ]}
      />
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
        <code>{id}</code>
      </div>
    </>
  );
}
