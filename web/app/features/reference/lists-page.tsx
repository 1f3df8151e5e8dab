import { addEntry, listLists } from "@plumbline/contract/reference/lists.ts";
import { isInOwnOrder } from "@plumbline/contract/reference/order.ts";
import { listLabels } from "@plumbline/contract/reference/rules.ts";
import { Link } from "react-router";
import { call } from "../../call.ts";
import { ReadOnlyNote } from "../../shell/may.tsx";
import { titled } from "../../titled.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { Page } from "../../ui/page.tsx";
import type { Route } from "./+types/lists-page.ts";

export const meta = () => titled("Lists");

export const clientLoader = () => call(listLists, {});

/** The lists that members choose from, for staff. */
export default function ListsPage({ loaderData: { entries } }: Route.ComponentProps) {
  return (
    <Page
      title="Lists"
      sentence="What members choose from in forms and searches. A change shows everywhere within a second."
      note={<ReadOnlyNote of={addEntry} />}
    >
      <DataTable
        caption="Lists"
        hideCaption
        rows={entries}
        rowKey={({ kind }) => kind}
        columns={[
          { title: "List", cell: ({ kind }) => <Link to={`/back-office/lists/${kind}`}>{listLabels[kind]}</Link> },
          { title: "Shown", cell: ({ kind }) => (isInOwnOrder(kind) ? "In your order" : "By name") },
          {
            title: "Retired",
            align: "end",
            phone: "bare",
            cell: ({ retired }) => (retired ? `${retired} retired` : ""),
          },
          { title: "Offered", align: "end", phone: "end", cell: ({ offered }) => offered },
        ]}
      />
    </Page>
  );
}
