import { customerDatatables, type Kind, kinds } from "@plumbline/contract/reference/contract.ts";
import { addEntry, type ListEntry, orderList, readList, type Uses } from "@plumbline/contract/reference/lists.ts";
import { byName, isInOwnOrder } from "@plumbline/contract/reference/order.ts";
import { listLabels } from "@plumbline/contract/reference/rules.ts";
import { useState } from "react";
import { useRevalidator } from "react-router";
import { call } from "../../call.ts";
import { asFailure, type Failure } from "../../failure.ts";
import { filtersIn } from "../../list-filters.ts";
import { momentHere } from "../../moment-here.ts";
import { ReadOnlyNote, useMay } from "../../shell/may.tsx";
import { titled } from "../../titled.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, TextButton } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { ListFilter } from "../../ui/list-page.tsx";
import { Page } from "../../ui/page.tsx";
import { useOneAtATime } from "../../ui/use-one-at-a-time.ts";
import type { Route } from "./+types/list-page.ts";
import { AddEntry } from "./add-entry.tsx";
import classes from "./list.module.css";
import { ManageEntry } from "./manage-entry.tsx";

const kindOf = (name: string): Kind => kinds.find((each) => each === name) ?? "industries";

export const meta = ({ params }: Route.MetaArgs) => titled(listLabels[kindOf(params.kind)]);

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  // An unknown list is refused by the server.
  const kind = params.kind as Kind;
  const query = filtersIn(readList, request, { country_id: "country" });
  const [list, lists] = await Promise.all([
    call(readList, { params: { kind }, query }),
    kind === "cities" ? call(customerDatatables, {}) : null,
  ]);
  return { list, countries: lists?.countries ?? [] };
}

/** One list, with what uses each entry, for staff. */
export default function ListPage({ loaderData: { list, countries } }: Route.ComponentProps) {
  const writes = useMay()(addEntry);
  const { revalidate } = useRevalidator();
  const [adding, setAdding] = useState(false);
  const [managed, setManaged] = useState<number | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const { kind, country } = list;
  const inOrder = isInOwnOrder(kind);
  const entries = inOrder ? list.entries : byName(list.entries);
  const entry = entries.find(({ id }) => id === managed);
  // The next one is said of the order that this one has made.
  const once = useOneAtATime();
  const move = async (index: number, by: number) => {
    const before = entries.map(({ id }) => id);
    const ids = before.toSpliced(index, 1).toSpliced(index + by, 0, ...before.slice(index, index + 1));
    setFailure(null);
    await call(orderList, { params: { kind }, body: { before, ids } })
      .catch((error) => setFailure(asFailure(error)))
      .finally(revalidate);
  };
  return (
    <Page
      title={listLabels[kind]}
      sentence={`${inOrder ? "Members see this list in the order below." : "Members see this list by name."} ${
        list.counted_at
          ? `What uses it was counted ${momentHere(list.counted_at)}.`
          : "What uses it is counted every hour."
      }`}
      back={{ to: "/back-office/lists", text: "Lists" }}
      note={<ReadOnlyNote of={addEntry} />}
      action={
        writes && (
          <Button aria-haspopup="dialog" onClick={() => setAdding(true)}>
            Add an entry
          </Button>
        )
      }
    >
      <FailureNotice failure={failure} />
      {country && (
        <div className={classes.filter}>
          <ListFilter
            data={countries.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={String(country.id)}
            addressOf={(id) => `?country=${id}`}
          />
        </div>
      )}
      {entries.length === 0 ? (
        <EmptyState title="Nothing is on this list yet" text="What you add can be chosen at once." />
      ) : (
        <DataTable
          caption={listLabels[kind]}
          hideCaption
          rows={entries.map((each, index) => ({ ...each, index }))}
          rowKey={({ id }) => id}
          columns={[
            { title: "Entry", cell: ({ name }) => name },
            { title: "Used by", cell: ({ uses }) => usesText(uses) },
            {
              title: "State",
              phone: "end",
              cell: ({ offered }) => <Badge tone={offered ? "calm" : "quiet"}>{offered ? "Offered" : "Retired"}</Badge>,
            },
            ...(writes
              ? [
                  {
                    title: "",
                    cell: (row: ListEntry & { index: number }) => (
                      <div className={classes.acts}>
                        {inOrder && row.index > 0 && (
                          <TextButton
                            aria-label={`Move ${row.name} up`}
                            onClick={() => void once(() => move(row.index, -1))}
                          >
                            Up
                          </TextButton>
                        )}
                        {inOrder && row.index < entries.length - 1 && (
                          <TextButton
                            aria-label={`Move ${row.name} down`}
                            onClick={() => void once(() => move(row.index, 1))}
                          >
                            Down
                          </TextButton>
                        )}
                        <TextButton
                          aria-haspopup="dialog"
                          aria-label={`Manage ${row.name}`}
                          onClick={() => setManaged(row.id)}
                        >
                          Manage
                        </TextButton>
                      </div>
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
      {adding && <AddEntry kind={kind} country={country?.id} onClose={() => setAdding(false)} />}
      {entry && <ManageEntry key={entry.id} entry={entry} others={entries} onClose={() => setManaged(null)} />}
    </Page>
  );
}

function usesText({ profiles, searches, engagements }: Uses): string {
  const parts = [
    [profiles, "profile", "profiles"],
    [searches, "search", "searches"],
    [engagements, "engagement", "engagements"],
  ] as const;
  return (
    parts
      .filter(([count]) => count > 0)
      .map(([count, one, several]) => `${count.toLocaleString("en-GB")} ${count === 1 ? one : several}`)
      .join(", ") || "Nobody"
  );
}
