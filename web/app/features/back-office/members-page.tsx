import { staffStateLabels } from "@plumbline/contract/accounts/rules.ts";
import { listMembers } from "@plumbline/contract/back-office/members.ts";
import { accountStates } from "@plumbline/contract/product.ts";
import { Link, useSearchParams } from "react-router";
import { call } from "../../call.ts";
import { filtersIn, isFiltered } from "../../list-filters.ts";
import { shortDayHere } from "../../moment-here.ts";
import { titled } from "../../titled.ts";
import { Badge } from "../../ui/badge.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ExportList } from "../../ui/export-list.tsx";
import { FilterBar, type FilterChoice } from "../../ui/filter-bar.tsx";
import { KeyedPages } from "../../ui/keyed-pages.tsx";
import { Page } from "../../ui/page.tsx";
import type { Route } from "./+types/members-page.ts";
import { tones } from "./application-state.ts";
import classes from "./member.module.css";

export const meta = () => titled("Members");

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const query = filtersIn(listMembers, request);
  const { after: _, ...filters } = query;
  return { ...(await call(listMembers, { query })), filters };
}

const choices: readonly FilterChoice[] = [
  {
    name: "role",
    label: "Role",
    all: "Everybody",
    options: [
      { value: "customer", label: "Business members" },
      { value: "advisor", label: "Advisors" },
    ],
  },
  {
    name: "state",
    label: "State",
    all: "All states",
    options: accountStates.map((state) => ({ value: state, label: staffStateLabels[state] })),
  },
];

/** Everybody who has applied, the newest first. */
export default function MembersPage({ loaderData: { entries, more, filters } }: Route.ComponentProps) {
  const [_search] = useSearchParams();
  return (
    <Page title="Members" sentence="Everybody who has applied, the newest first.">
      <FilterBar label="Filter members" words="Name, company or e-mail" choices={choices} days="Applied" />
      {entries.length === 0 ? (
        isFiltered(filters) ? (
          <EmptyState
            title="Nobody found"
            text="Nobody is like that. Words are found by their beginnings: try fewer letters, or fewer filters."
            action={<Link to="/back-office/members">Show all members</Link>}
          />
        ) : (
          <EmptyState title="Nobody yet" text="Members appear here as soon as somebody applies." />
        )
      ) : (
        <DataTable
          caption="Members"
          hideCaption
          rows={entries}
          rowKey={({ id }) => id}
          columns={[
            { title: "Name", cell: ({ id, name }) => <Link to={`/back-office/members/${id}`}>{name}</Link> },
            {
              title: "Role",
              cell: ({ role, company_name: company }) => (role === "advisor" ? "Advisor" : (company ?? "Business")),
            },
            { title: "E-mail", phone: "wide", cell: ({ email }) => <span className={classes.address}>{email}</span> },
            { title: "Applied", cell: ({ joined_at: at }) => shortDayHere(at) },
            { title: "State", cell: ({ state }) => <Badge tone={tones[state]}>{staffStateLabels[state]}</Badge> },
          ]}
        />
      )}
      <KeyedPages name="after" last={entries.at(-1)?.id} more={more} />
      {entries.length > 0 && <ExportList of={listMembers} />}
    </Page>
  );
}
