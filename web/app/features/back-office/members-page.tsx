import { staffStateLabels } from "@plumbline/contract/accounts/rules.ts";
import { listMembers } from "@plumbline/contract/back-office/members.ts";
import { formatShort } from "@plumbline/contract/dates.ts";
import { accountStates } from "@plumbline/contract/product.ts";
import { Link } from "react-router";
import { call } from "../../call.ts";
import { filtersIn } from "../../list-filters.ts";
import { titled } from "../../titled.ts";
import { Badge } from "../../ui/badge.tsx";
import { FilterBar, type FilterChoice } from "../../ui/filter-bar.tsx";
import { KeyedList } from "../../ui/keyed-list.tsx";
import { Page } from "../../ui/page.tsx";
import type { Route } from "./+types/members-page.ts";
import { tones } from "./application-state.ts";
import classes from "./member.module.css";

export const meta = () => titled("Members");

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const filters = filtersIn(listMembers, request);
  return { list: await call(listMembers, { query: filters }), filters };
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
export default function MembersPage({ loaderData: { list, filters } }: Route.ComponentProps) {
  return (
    <Page title="Members" sentence="Everybody who has applied, the newest first.">
      <FilterBar label="Filter members" words="Name, company or e-mail" choices={choices} days="Applied" />
      <KeyedList
        of={listMembers}
        list={list}
        filters={filters}
        one="member"
        many="members"
        none={{ title: "Nobody yet", text: "Members appear here as soon as somebody applies." }}
        columns={[
          { title: "Name", cell: ({ id, name }) => <Link to={`/back-office/members/${id}`}>{name}</Link> },
          {
            title: "Role",
            cell: ({ role, company_name: company }) =>
              role === "advisor" ? "Advisor" : `Business member${company ? `, ${company}` : ""}`,
          },
          { title: "E-mail", phone: "wide", cell: ({ email }) => <span className={classes.address}>{email}</span> },
          { title: "Applied", cell: ({ joined_at: at }) => formatShort(at) },
          { title: "State", cell: ({ state }) => <Badge tone={tones[state]}>{staffStateLabels[state]}</Badge> },
        ]}
      />
    </Page>
  );
}
