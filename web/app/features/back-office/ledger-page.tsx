import {
  type LedgerEntry,
  ledgerGroups,
  ledgerKindLabels,
  ledgerKinds,
  readLedger,
  sumLedger,
} from "@plumbline/contract/back-office/ledger.ts";
import { formatLong, formatShort } from "@plumbline/contract/dates.ts";
import { Link, useSearchParams } from "react-router";
import { call } from "../../call.ts";
import { filtersIn, isFiltered } from "../../list-filters.ts";
import { titled } from "../../titled.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { EmptyPage } from "../../ui/empty-page.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ExportList } from "../../ui/export-list.tsx";
import { FilterBar } from "../../ui/filter-bar.tsx";
import { ListSummary } from "../../ui/list-summary.tsx";
import { Money } from "../../ui/money.tsx";
import { NothingFound } from "../../ui/nothing-found.tsx";
import { Page } from "../../ui/page.tsx";
import { TabLinks } from "../../ui/tab-links.tsx";
import type { Route } from "./+types/ledger-page.ts";
import { LedgerSumsTable } from "./ledger-sums.tsx";

export const meta = () => titled("Ledger");

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { by, ...filters } = filtersIn(sumLedger, request);
  const { before } = filtersIn(readLedger, request);
  const [list, sums] = await Promise.all([
    call(readLedger, { query: { ...filters, before } }),
    call(sumLedger, { query: { ...filters, by } }),
  ]);
  return { list, sums, filters, by: by ?? "month", before };
}

const tones: Record<LedgerEntry["kind"], Tone> = {
  payment: "calm",
  membership: "calm",
  dispute_won: "calm",
  refund: "quiet",
  refund_returned: "wait",
  membership_refund: "quiet",
  dispute: "bad",
  payout: "quiet",
};

const choices = [
  {
    name: "kind",
    label: "Kind",
    all: "All",
    options: ledgerKinds.map((kind) => ({ value: kind, label: ledgerKindLabels[kind] })),
  },
];

/** All that moved money in one list, with its sums, for staff. */
export default function LedgerPage({ loaderData: { list, sums, filters, by, before } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const addressWith = (changes: Record<string, string | undefined>) => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changes)) value ? next.set(name, value) : next.delete(name);
    return `?${next}`;
  };
  const last = list.entries.at(-1);
  const { total } = sums;
  return (
    <Page title="Ledger" sentence="Invoices, memberships, refunds, disputes and payouts: all that moved, newest first.">
      <FilterBar
        label="Filter the ledger"
        words="Name, company, number or provider's id"
        choices={choices}
        days="Moved"
      />
      <ListSummary
        count={total.count}
        of={[`movement since ${formatLong(sums.from)}`, `movements since ${formatLong(sums.from)}`]}
        sums={[
          { name: "gross", pounds: total.gross },
          { name: "ours", pounds: total.ours },
          { name: "the advisors'", pounds: total.advisor },
          { name: "paid out", pounds: total.paid_out },
        ]}
      />
      <TabLinks
        label="Sums by"
        tabs={ledgerGroups.map((group) => ({
          to: addressWith({ by: group, before: undefined }),
          text: `By ${group}`,
          current: group === by,
        }))}
      />
      <LedgerSumsTable
        groups={sums.groups}
        by={by}
        addressOf={(member) => addressWith({ member, before: undefined })}
      />
      {list.entries.length > 0 ? (
        <DataTable
          caption="Movements"
          rows={list.entries}
          rowKey={({ key }) => key}
          columns={[
            { title: "Day", cell: ({ at }) => formatShort(at) },
            {
              title: "Kind",
              phone: "lead",
              cell: ({ kind }) => <Badge tone={tones[kind]}>{ledgerKindLabels[kind]}</Badge>,
            },
            { title: "Who", phone: "wide", cell: (entry) => <Who entry={entry} /> },
            {
              title: "Gross",
              align: "end",
              phone: "end",
              cell: ({ kind, gross }) => kind !== "payout" && <Money pounds={gross} />,
            },
            {
              title: "Ours",
              align: "end",
              cell: ({ kind, ours }) => kind !== "payout" && <Money pounds={ours} />,
            },
            { title: "Advisor's", align: "end", cell: ({ advisor }) => advisor !== 0 && <Money pounds={advisor} /> },
            {
              title: "Paid out",
              align: "end",
              phone: "end",
              cell: ({ paid_out: out }) => out !== 0 && <Money pounds={out} />,
            },
          ]}
        />
      ) : (
        <EmptyPage>
          {isFiltered(filters) ? (
            <NothingFound of="movements" />
          ) : (
            <EmptyState title="Nothing moved yet" text="What is paid, given back, disputed or paid out appears here." />
          )}
        </EmptyPage>
      )}
      {(before || list.more) && (
        <TabLinks
          label="Pages"
          tabs={[
            ...(before ? [{ to: addressWith({ before: undefined }), text: "Newest", current: false }] : []),
            ...(list.more && last ? [{ to: addressWith({ before: last.key }), text: "Older", current: false }] : []),
          ]}
        />
      )}
      {list.entries.length > 0 && <ExportList of={readLedger} />}
    </Page>
  );
}

function Who({ entry: { customer, advisor_member: advisor, invoice, provider_id: id } }: { entry: LedgerEntry }) {
  return (
    <>
      {[customer?.name, advisor?.name].filter(Boolean).join(" → ")}
      {invoice && (
        <>
          {" "}
          · <Link to={`/back-office/invoices/${invoice.id}`}>{invoice.number}</Link>
        </>
      )}
      {id && (
        <div className="small">
          <code>{id}</code>
        </div>
      )}
    </>
  );
}
