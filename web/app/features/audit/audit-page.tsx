import { browserOf } from "@plumbline/contract/accounts/browser-of.ts";
import { type AuditEntry, listAudit } from "@plumbline/contract/audit/contract.ts";
import { auditGroups, subjectLabel } from "@plumbline/contract/audit/rules.ts";
import { Link } from "react-router";
import { call } from "../../call.ts";
import { filtersIn, isFiltered } from "../../list-filters.ts";
import { momentHere } from "../../moment-here.ts";
import { titled } from "../../titled.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { EmptyPage } from "../../ui/empty-page.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ExportList } from "../../ui/export-list.tsx";
import { FilterBar } from "../../ui/filter-bar.tsx";
import { KeyedPages } from "../../ui/keyed-pages.tsx";
import { NothingFound } from "../../ui/nothing-found.tsx";
import { Page } from "../../ui/page.tsx";
import type { Route } from "./+types/audit-page.ts";
import classes from "./audit.module.css";
import { Changes } from "./changes.tsx";

export const meta = () => titled("Audit");

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const filters = filtersIn(listAudit, request);
  return { filters, audit: await call(listAudit, { query: filters }) };
}

const choices = [
  {
    name: "by",
    label: "Who",
    all: "Everybody",
    options: [
      { value: "staff", label: "Staff" },
      { value: "members", label: "Members" },
      { value: "system", label: "Plumbline itself" },
    ],
  },
  {
    name: "about",
    label: "About",
    all: "Everything",
    options: Object.entries(auditGroups).map(([value, label]) => ({ value, label })),
  },
];

/** Owners: what staff did and what happened to accounts, sealed by hash (G-11). */
export default function AuditPage({ loaderData: { filters, audit } }: Route.ComponentProps) {
  const { person, head } = audit;
  return (
    <Page
      title="Audit"
      sentence="What staff did and what happened to accounts: who, why, when and from where. Nothing here is ever changed."
    >
      <FilterBar label="Filter the audit" words="Name, reason or what happened" choices={choices} days="Happened" />
      {person && (
        <p>
          Only what concerns <strong>{person.name}</strong>. <Link to="/back-office/audit">Show everybody</Link>
        </p>
      )}
      {audit.entries.length > 0 ? (
        <Entries rows={audit.entries} />
      ) : (
        <EmptyPage>
          {isFiltered(filters) ? (
            <NothingFound of="entries" />
          ) : (
            <EmptyState
              title="Nothing has happened yet"
              text="The first act of staff or upon an account appears here."
            />
          )}
        </EmptyPage>
      )}
      <KeyedPages name="before" last={audit.entries.at(-1)?.id} more={audit.more} />
      {audit.entries.length > 0 && <ExportList of={listAudit} />}
      {head && (
        <p className={`small ${classes.head}`}>
          Newest entry {head.id}, <code>{head.hash}</code>. <code>npm run audit</code> reads all of them and names what
          was changed.
        </p>
      )}
    </Page>
  );
}

function Entries({ rows }: { rows: readonly AuditEntry[] }) {
  return (
    <DataTable
      caption="Audit"
      hideCaption
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        { title: "When", phone: "end", cell: ({ at }) => momentHere(at) },
        { title: "Who", phone: "lead", cell: ({ by }) => (by ? <Person {...by} /> : "Plumbline itself") },
        { title: "What", phone: "whole", cell: (entry) => <What entry={entry} /> },
        { title: "To", cell: ({ subject, by }) => <To subject={subject} by={by} /> },
        {
          title: "From where",
          cell: ({ source, browser }) =>
            source && (
              <>
                {source} {browser && <span className="small">{browserOf(browser)}</span>}
              </>
            ),
        },
      ]}
    />
  );
}

function Person({ id, name }: { id: number; name: string }) {
  return (
    <Link to={`/back-office/audit?person=${id}`} aria-label={`Only what concerns ${name}`}>
      {name}
    </Link>
  );
}

function What({ entry: { what, facts, ...rest } }: { entry: AuditEntry }) {
  return (
    <div>
      {what}
      <Changes {...rest} />
      {facts.map(({ field, value }) => (
        <div key={field} className="small">
          {field}: {value}
        </div>
      ))}
    </div>
  );
}

function To({ subject: { type, id, name }, by }: Pick<AuditEntry, "subject" | "by">) {
  if (type === "invoice") return <Link to={`/back-office/invoices/${id}`}>{subjectLabel(type, id)}</Link>;
  if (type !== "member") return subjectLabel(type, id);
  if (id === by?.id) return "Their own account";
  return name ? <Person id={id} name={name} /> : `member ${id}`;
}
