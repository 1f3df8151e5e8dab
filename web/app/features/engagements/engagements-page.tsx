import { listProjects, type Project, projectsCsv, sumProjects } from "@plumbline/contract/engagements/contract.ts";
import { statuses, statusLabels } from "@plumbline/contract/engagements/rules.ts";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { call } from "../../call.ts";
import { filtersIn, isFiltered } from "../../list-filters.ts";
import { saveFile } from "../../save-file.ts";
import { useSession } from "../../session.ts";
import { titled } from "../../titled.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyPage } from "../../ui/empty-page.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FilterBar, type FilterChoice } from "../../ui/filter-bar.tsx";
import { KeyedPages } from "../../ui/keyed-pages.tsx";
import { ListSummary } from "../../ui/list-summary.tsx";
import { NothingFound } from "../../ui/nothing-found.tsx";
import { Page } from "../../ui/page.tsx";
import type { Route } from "./+types/engagements-page.ts";
import { AdvisorActions, AdvisorNote } from "./advisor-extras.tsx";
import { CustomerSummary } from "./customer-summary.tsx";
import { EngagementEntry } from "./engagement-entry.tsx";
import classes from "./engagements.module.css";

export const meta = () => titled("Engagements");

const pageSize = 20;

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { order = "desc", before, after } = filtersIn(listProjects, request);
  const filters = filtersIn(sumProjects, request);
  const [rows, sums] = await Promise.all([
    // One more than is shown, to tell whether there is a next page.
    call(listProjects, { query: { ...filters, order, before, after, limit: pageSize + 1 } }),
    call(sumProjects, { query: filters }),
  ]);
  return {
    engagements: rows.slice(0, pageSize),
    more: rows.length > pageSize,
    sums,
    filters,
    /** The parameter under which the address has the last engagement of the page before. */
    key: order === "asc" || order === "oldest" ? "after" : "before",
  };
}

const choices: readonly FilterChoice[] = [
  {
    name: "status",
    label: "Status",
    all: "ALL",
    options: statuses.map((status) => ({ value: status, label: statusLabels[status] })),
  },
  {
    name: "order",
    label: "Sort by",
    options: [
      { value: "desc", label: "Newest First" },
      { value: "asc", label: "Oldest First" },
    ],
  },
];

// Our own wording: the specification only says that it differs by role (row E-18).
const sentences = {
  advisor: "What you have proposed, what you are working on and what you have finished.",
  customer: "What advisors have proposed to you, what is under way and what is done.",
};

/** Rows E-16 to E-19. */
export default function EngagementsPage({ loaderData }: Route.ComponentProps) {
  const { engagements, more, sums, filters, key } = loaderData;
  const [_search] = useSearchParams();
  const [customer, setCustomer] = useState<Project["customer"] | null>(null);
  const role = useSession()?.role === "advisor" ? "advisor" : "customer";
  const hasNone = sums.count === 0 && !isFiltered(filters);
  return (
    <Page title="Engagements" sentence={sentences[role]} action={role === "advisor" && <AdvisorActions />}>
      {role === "advisor" && <AdvisorNote />}
      {!hasNone && (
        <>
          <FilterBar
            label="Filter engagements"
            words={`Name, description or ${role === "advisor" ? "customer" : "advisor"}`}
            choices={choices}
            days="Starts"
          />
          <ListSummary
            count={sums.count}
            of={["engagement", "engagements"]}
            sums={[
              { name: "agreed or proposed", pounds: sums.total },
              { name: "in progress", pounds: sums.in_progress },
              { name: "completed", pounds: sums.completed },
            ]}
            onDownload={() => saveFile(projectsCsv, { query: filters }, "engagements.csv")}
          />
        </>
      )}
      {engagements.length === 0 ? (
        <EmptyPage>{hasNone ? <Nothing role={role} /> : <NothingFound of="engagements" />}</EmptyPage>
      ) : (
        <ul className={classes.list}>
          {engagements.map((engagement) => (
            <EngagementEntry key={engagement.id} engagement={engagement} role={role} onCustomer={setCustomer} />
          ))}
        </ul>
      )}
      <KeyedPages name={key} last={engagements.at(-1)?.id} more={more} />
      <CustomerSummary customer={customer} onClose={() => setCustomer(null)} />
    </Page>
  );
}

function Nothing({ role }: { role: "advisor" | "customer" }) {
  return role === "advisor" ? (
    <EmptyState
      title="No engagements yet"
      text="Propose one to a customer who has written to you. Once they accept, you run it, end it and invoice it from here."
      action={<ButtonLink to="/create-project">Add New Project</ButtonLink>}
    />
  ) : (
    <EmptyState
      title="No engagements yet"
      text="When an advisor sends you a proposal it appears here, for you to accept, reject or send back for changes."
      action={<ButtonLink to="/search-advisor">Find An Advisor</ButtonLink>}
    />
  );
}
