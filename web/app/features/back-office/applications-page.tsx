import { Select } from "@mantine/core";
import { stateTexts } from "@plumbline/contract/accounts/rules.ts";
import { listApplications } from "@plumbline/contract/back-office/contract.ts";
import { formatShort } from "@plumbline/contract/dates.ts";
import { type AccountState, accountStates } from "@plumbline/contract/product.ts";
import { Link, useLoaderData, useNavigate, useSearchParams } from "react-router";
import { call } from "../../call.ts";
import { titled } from "../../titled.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";
import { Pager } from "../../ui/pager.tsx";

export const meta = () => titled("Applications");

export async function clientLoader({ request }: { request: Request }) {
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

/** Decision 41: who has applied, those that wait for a decision first. */
export default function ApplicationsPage() {
  const { entries, pagination } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  return (
    <Page
      title="Applications"
      sentence="Everyone who has applied, those that wait for a decision first."
      action={
        <Select
          aria-label="Show"
          value={search.get("state") ?? "all"}
          onChange={(state) => void navigate(state && state !== "all" ? `?state=${state}` : "?")}
          data={[
            { value: "all", label: "All states" },
            ...accountStates.map((state) => ({ value: state, label: stateTexts[state].label })),
          ]}
        />
      }
    >
      {entries.length === 0 ? (
        <EmptyState title="Nobody here" text="Applications appear here as soon as somebody applies." />
      ) : (
        <DataTable
          caption="Applications"
          hideCaption
          rows={entries}
          rowKey={({ id }) => id}
          columns={[
            { title: "Name", cell: ({ id, name }) => <Link to={`/back-office/applications/${id}`}>{name}</Link> },
            {
              title: "Role",
              cell: ({ role, company_name: company }) => (role === "advisor" ? "Advisor" : `Business, ${company}`),
            },
            {
              title: "E-mail",
              cell: ({ email, email_refused: refused }) => (
                <div>
                  {email}
                  {refused && <div className="small">Mail to this address was refused</div>}
                </div>
              ),
            },
            { title: "Applied", cell: ({ applied_at: at }) => formatShort(at) },
            { title: "State", cell: ({ state }) => <Badge tone={tones[state]}>{stateTexts[state].label}</Badge> },
          ]}
        />
      )}
      <Pager {...pagination} />
    </Page>
  );
}
