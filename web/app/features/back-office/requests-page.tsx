import { formatMoment } from "@plumbline/contract/dates.ts";
import { listRequests } from "@plumbline/contract/matching/contract.ts";
import { useLoaderData } from "react-router";
import { call } from "../../call.ts";
import { titled } from "../../titled.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";
import { Pager } from "../../ui/pager.tsx";

export const meta = () => titled("Requests");

export function clientLoader({ request }: { request: Request }) {
  return call(listRequests, { query: { page: new URL(request.url).searchParams.get("page") ?? 1 } });
}

/** Decision 34: what members looked for in their own words, the newest first. */
export default function RequestsPage() {
  const { entries, pagination } = useLoaderData<typeof clientLoader>();
  return (
    <Page
      title="Requests"
      sentence="What members are looking for that the matches did not give them. Answer by e-mail."
    >
      {entries.length === 0 ? (
        <EmptyState
          title="No requests yet"
          text="They come from the box under a member's matches, and by e-mail to the team."
        />
      ) : (
        <DataTable
          caption="Requests"
          hideCaption
          rows={entries}
          rowKey={({ id }) => id}
          columns={[
            { title: "When", cell: ({ created_at }) => formatMoment(created_at) },
            {
              title: "Who",
              cell: ({ customer }) => (
                <div>
                  {customer.name}
                  {customer.company_name && `, ${customer.company_name}`}
                  <br />
                  <a href={`mailto:${customer.email}`}>{customer.email}</a>
                </div>
              ),
            },
            { title: "What they are looking for", cell: ({ message }) => message },
          ]}
        />
      )}
      <Pager {...pagination} />
    </Page>
  );
}
