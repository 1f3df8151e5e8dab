import { listStaffActs } from "@plumbline/contract/audit/contract.ts";
import type { Answer } from "@plumbline/contract/endpoint.ts";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { call } from "../../call.ts";
import { filtersIn } from "../../list-filters.ts";
import { momentHere } from "../../moment-here.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { EmptyPage } from "../../ui/empty-page.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { KeyedPages } from "../../ui/keyed-pages.tsx";
import { useLoaded } from "../../ui/use-loaded.ts";
import classes from "../accounts/apart.module.css";
import { Changes } from "./changes.tsx";

/** The list's id, and the name of its place in the page's address. */
const place = "acts";

/** What staff did with the reader's own account (G-12). */
export function StaffActs() {
  const [search] = useSearchParams();
  const query = filtersIn(listStaffActs, search, { before: place });
  const { data, failure, retry } = useLoaded(() => call(listStaffActs, { query }), String(query.before));
  // The page before stays until the next one is there, so that nothing on the screen moves meanwhile.
  const [shown, setShown] = useState(data);
  if (data && data !== shown) setShown(data);
  return (
    <section id={place} aria-labelledby="staff-acts" className={classes.apart}>
      <h2 id="staff-acts">What staff did with your account</h2>
      {failure ? <ErrorState failure={failure} onRetry={retry} /> : shown && <Acts {...shown} />}
    </section>
  );
}

function Acts({ entries, more }: Answer<typeof listStaffActs>) {
  return (
    <>
      {entries.length === 0 ? (
        <EmptyPage name={place}>
          <p>Nothing yet. Whatever a member of staff does with your account is written here, with their reason.</p>
        </EmptyPage>
      ) : (
        <DataTable
          caption="What staff did with your account"
          hideCaption
          rows={entries}
          rowKey={({ id }) => id}
          columns={[
            { title: "When", phone: "end", cell: ({ at }) => momentHere(at) },
            {
              title: "What",
              phone: "lead",
              cell: ({ what, ...act }) => (
                <div>
                  {what}
                  <Changes {...act} />
                </div>
              ),
            },
            { title: "Who", cell: ({ by }) => by },
          ]}
        />
      )}
      <KeyedPages part name={place} last={entries.at(-1)?.id} more={more} />
    </>
  );
}
