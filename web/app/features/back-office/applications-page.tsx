import { staffStateLabels } from "@plumbline/contract/accounts/rules.ts";
import { listApplications } from "@plumbline/contract/back-office/contract.ts";
import { formatShort } from "@plumbline/contract/dates.ts";
import { type AccountState, accountStates } from "@plumbline/contract/product.ts";
import { Link, useSearchParams } from "react-router";
import { call } from "../../call.ts";
import { titled } from "../../titled.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import type { Route } from "./+types/applications-page.ts";
import { ListFilter, ListPage } from "./list-page.tsx";

export const meta = () => titled("Applications");

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = new URL(request.url).searchParams;
  const state = accountStates.find((each) => each === search.get("state"));
  return call(listApplications, { query: { state, page: search.get("page") ?? 1 } });
}

export const tones: Record<AccountState, Tone> = {
  pending_verification: "quiet",
  pending_review: "wait",
  approved: "calm",
  active: "calm",
  rejected: "bad",
  suspended: "bad",
};

/** Decision 41: all applications, those that wait for a decision first. */
export default function ApplicationsPage({ loaderData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  return (
    <ListPage
      title="Applications"
      sentence="Everyone who has applied, those that wait for a decision first."
      filter={
        <ListFilter
          value={search.get("state") ?? "all"}
          addressOf={(state) => (state && state !== "all" ? `?state=${state}` : "?")}
          data={[
            { value: "all", label: "All states" },
            ...accountStates.map((state) => ({ value: state, label: staffStateLabels[state] })),
          ]}
        />
      }
      empty={{ title: "Nobody here", text: "Applications appear here as soon as somebody applies." }}
      list={loaderData}
      columns={[
        { title: "Name", cell: ({ id, name }) => <Link to={`/back-office/applications/${id}`}>{name}</Link> },
        {
          title: "Role",
          cell: ({ role, company_name: company }) => (role === "advisor" ? "Advisor" : `Business, ${company}`),
        },
        {
          title: "E-mail",
          wide: true,
          cell: ({ email, email_refused: refused }) => (
            <div>
              {email}
              {refused && <div className="small">Mail to this address was refused</div>}
            </div>
          ),
        },
        { title: "Applied", cell: ({ applied_at: at }) => formatShort(at) },
        { title: "State", cell: ({ state }) => <Badge tone={tones[state]}>{staffStateLabels[state]}</Badge> },
      ]}
    />
  );
}
