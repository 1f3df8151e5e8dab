import { listStaffActs, type StaffAct } from "@plumbline/contract/audit/contract.ts";
import type { Answer } from "@plumbline/contract/endpoint.ts";
import { useState } from "react";
import { call } from "../../call.ts";
import { asFailure, type Failure } from "../../failure.ts";
import { momentHere } from "../../moment-here.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { ActionButton } from "../../ui/submit-button.tsx";
import { useLoaded } from "../../ui/use-loaded.ts";
import { useMore } from "../../ui/use-more.ts";
import classes from "../accounts/apart.module.css";
import { Changes } from "./changes.tsx";

/** What staff did with the reader's own account (G-12). */
export function StaffActs() {
  const { data, failure, retry } = useLoaded(() => call(listStaffActs, {}));
  return (
    <section aria-labelledby="staff-acts" className={classes.apart}>
      <h2 id="staff-acts">What staff did with your account</h2>
      {failure && <ErrorState failure={failure} onRetry={retry} />}
      {data && <Acts first={data} />}
    </section>
  );
}

function Acts({ first }: { first: Answer<typeof listStaffActs> }) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const { rows, more, loadMore } = useMore<StaffAct>(first, ({ id }) => call(listStaffActs, { query: { before: id } }));
  if (rows.length === 0)
    return <p>Nothing yet. Whatever a member of staff does with your account is written here, with their reason.</p>;
  return (
    <>
      <DataTable
        caption="What staff did with your account"
        hideCaption
        rows={rows}
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
      <FailureNotice failure={failure} />
      {more && (
        <p>
          <ActionButton variant="line" onFailure={(error) => setFailure(asFailure(error))} onPress={loadMore}>
            Show older
          </ActionButton>
        </p>
      )}
    </>
  );
}
