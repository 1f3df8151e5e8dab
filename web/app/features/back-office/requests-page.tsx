import { formatMoment } from "@plumbline/contract/dates.ts";
import { listRequests } from "@plumbline/contract/matching/contract.ts";
import { call } from "../../call.ts";
import { titled } from "../../titled.ts";
import type { Route } from "./+types/requests-page.ts";
import { ListPage } from "./list-page.tsx";

export const meta = () => titled("Requests");

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return call(listRequests, { query: { page: new URL(request.url).searchParams.get("page") ?? 1 } });
}

/** Decision 34: what members looked for in their own words, the newest first. */
export default function RequestsPage({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage
      title="Requests"
      sentence="What members are looking for that the matches did not give them. Answer by e-mail."
      empty={{
        title: "No requests yet",
        text: "They come from the box under a member's matches, and by e-mail to the team.",
      }}
      list={loaderData}
      columns={[
        { title: "When", cell: ({ created_at }) => formatMoment(created_at) },
        {
          title: "Who",
          wide: true,
          cell: ({ customer }) => (
            <div>
              {customer.name}
              {customer.company_name && `, ${customer.company_name}`}
              <br />
              <a href={`mailto:${customer.email}`}>{customer.email}</a>
            </div>
          ),
        },
        { title: "What they are looking for", wide: true, cell: ({ message }) => message },
      ]}
    />
  );
}
