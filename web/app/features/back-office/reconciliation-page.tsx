import {
  comparedLabels,
  listReconciliations,
  type Reconciliation,
  reconcile,
} from "@plumbline/contract/back-office/reconciliation.ts";
import { formatMoment } from "@plumbline/contract/dates.ts";
import { useState } from "react";
import { Link, useRevalidator } from "react-router";
import { call } from "../../call.ts";
import type { Failure } from "../../failure.ts";
import { ReadOnlyNote, useMay } from "../../shell/may.tsx";
import { titled } from "../../titled.ts";
import { Badge } from "../../ui/badge.tsx";
import { Banner } from "../../ui/banner.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ExportList } from "../../ui/export-list.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { Money } from "../../ui/money.tsx";
import { Page } from "../../ui/page.tsx";
import { ActionButton } from "../../ui/submit-button.tsx";
import type { Route } from "./+types/reconciliation-page.ts";

export const meta = () => titled("Reconciliation");

export function clientLoader() {
  return call(listReconciliations, { query: {} });
}

/** Our money beside the card provider's, for staff: the last comparison in full, and the earlier ones. */
export default function ReconciliationPage({ loaderData: { entries } }: Route.ComponentProps) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const { revalidate } = useRevalidator();
  const may = useMay()(reconcile);
  const [last, ...earlier] = entries;
  return (
    <Page
      title="Reconciliation"
      sentence="What we have beside what the card provider has, to the penny. It is compared every day."
      note={<ReadOnlyNote of={reconcile} />}
      action={
        may && (
          <ActionButton
            onFailure={setFailure}
            onPress={async () => {
              setFailure(null);
              await call(reconcile, { body: {} }).finally(revalidate);
            }}
          >
            Compare now
          </ActionButton>
        )
      }
    >
      <FailureNotice failure={failure} />
      {last ? (
        <Latest run={last} />
      ) : (
        <EmptyState
          title="Not compared yet"
          text="The first comparison is made within the hour, or now, with the button."
        />
      )}
      {earlier.length > 0 && (
        <DataTable
          caption="Earlier"
          rows={earlier}
          rowKey={({ id }) => id}
          columns={[
            { title: "When", cell: ({ at }) => formatMoment(at) },
            { title: "By", cell: ({ by }) => by ?? "Daily" },
            { title: "Result", phone: "end", cell: (run) => <Result run={run} /> },
          ]}
        />
      )}
      {last && <ExportList of={listReconciliations} />}
    </Page>
  );
}

function Result({ run: { exact, difference_count: count } }: { run: Reconciliation }) {
  if (exact === null) return <Badge tone="wait">No answer</Badge>;
  return exact ? (
    <Badge tone="calm">Exact</Badge>
  ) : (
    <Badge tone="bad">{count === 1 ? "1 differs" : `${count} differ`}</Badge>
  );
}

function Latest({ run }: { run: Reconciliation }) {
  const { at, since, by, exact, failure, compared, differences, difference_count: count } = run;
  const when = `Compared ${formatMoment(at)}${by ? ` by ${by}` : ""}: what moved since ${formatMoment(since)}.`;
  return (
    <>
      {exact === null ? (
        <Banner tone="wait" title={failure ?? "The card provider did not answer."}>
          {when} Nothing is known of it. It is tried again within the hour.
        </Banner>
      ) : exact ? (
        <Banner title="Exact, to the penny.">{when}</Banner>
      ) : (
        <Banner tone="bad" title={count === 1 ? "One amount differs." : `${count} amounts differ.`}>
          {when}
        </Banner>
      )}
      {differences.length > 0 && (
        <DataTable
          caption="What differs"
          rows={differences.map((difference, index) => ({ ...difference, index }))}
          rowKey={({ index }) => index}
          columns={[
            {
              title: "What",
              phone: "wide",
              cell: ({ what, invoice_id: id, provider_id: provider }) => (
                <>
                  {what} {id !== null && <Link to={`/back-office/invoices/${id}`}>Invoice #{id}</Link>}
                  <div className="small">
                    <code>{provider}</code>
                  </div>
                </>
              ),
            },
            { title: "Here", align: "end", cell: ({ ours }) => ours !== null && <Money pounds={ours} /> },
            {
              title: "At the provider",
              align: "end",
              cell: ({ theirs }) => theirs !== null && <Money pounds={theirs} />,
            },
          ]}
        />
      )}
      {compared.length > 0 && (
        <DataTable
          caption="What was compared"
          rows={compared}
          rowKey={({ kind }) => kind}
          columns={[
            { title: "What", cell: ({ kind }) => comparedLabels[kind] },
            { title: "Count", align: "end", cell: ({ count: each }) => each },
            { title: "Here", align: "end", cell: ({ ours }) => <Money pounds={ours} /> },
            { title: "At the provider", align: "end", phone: "end", cell: ({ theirs }) => <Money pounds={theirs} /> },
          ]}
        />
      )}
    </>
  );
}
