import {
  type ListedEngagement,
  listAllEngagements,
  sumAllEngagements,
} from "@plumbline/contract/back-office/engagements.ts";
import { formatLong, formatShort } from "@plumbline/contract/dates.ts";
import { statuses, statusLabels } from "@plumbline/contract/engagements/rules.ts";
import { Link } from "react-router";
import { call } from "../../call.ts";
import { filtersIn, isFiltered } from "../../list-filters.ts";
import { shortDayHere } from "../../moment-here.ts";
import { titled } from "../../titled.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ExportList } from "../../ui/export-list.tsx";
import { capitalised, FilterBar } from "../../ui/filter-bar.tsx";
import { KeyedPages } from "../../ui/keyed-pages.tsx";
import { ListSummary } from "../../ui/list-summary.tsx";
import { Money } from "../../ui/money.tsx";
import { Page } from "../../ui/page.tsx";
import { StatusBadge } from "../engagements/status-badge.tsx";
import type { Route } from "./+types/engagements-page.ts";
import { InvoiceLinks } from "./invoice-links.tsx";
import classes from "./lists.module.css";

export const meta = () => titled("Engagements");

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const query = filtersIn(listAllEngagements, request);
  const { after: _, ...filters } = query;
  const [list, sums] = await Promise.all([
    call(listAllEngagements, { query }),
    call(sumAllEngagements, { query: filters }),
  ]);
  return { list, sums, filters };
}

const choices = [
  {
    name: "status",
    label: "Status",
    all: "All statuses",
    options: statuses.map((status) => ({ value: status, label: capitalised(statusLabels[status].toLowerCase()) })),
  },
];

/** The engagements of all members, proposed last first. */
export default function EngagementsPage({ loaderData: { list, sums, filters } }: Route.ComponentProps) {
  return (
    <Page title="Engagements" sentence="What advisors and business members have agreed, proposed last first.">
      <FilterBar label="Filter engagements" words="Title, advisor or customer" choices={choices} days="Proposed" />
      <ListSummary
        count={sums.count}
        of={[`engagement since ${formatLong(sums.from)}`, `engagements since ${formatLong(sums.from)}`]}
        sums={[
          { name: "agreed", pounds: sums.agreed },
          { name: "proposed and waiting", pounds: sums.waiting },
        ]}
      />
      {list.entries.length > 0 ? (
        <DataTable
          caption="Engagements"
          hideCaption
          rows={list.entries}
          rowKey={({ id }) => id}
          columns={[
            {
              title: "Engagement",
              cell: ({ id, name, customer }) => (
                <Link to={`/back-office/members/${customer.id}?tab=engagements`}>{`${name} · #${id}`}</Link>
              ),
            },
            {
              title: "Advisor",
              cell: ({ advisor }) => (
                <Link className={classes.link} to={`/back-office/members/${advisor.id}`}>
                  {advisor.name}
                </Link>
              ),
            },
            {
              title: "Customer",
              cell: ({ customer }) => (
                <Link className={classes.link} to={`/back-office/members/${customer.id}`}>
                  {customer.company_name ?? customer.name}
                </Link>
              ),
            },
            {
              title: "Proposed",
              cell: ({ created_at: at }) => <span className={classes.whole}>{shortDayHere(at)}</span>,
            },
            {
              title: "Dates",
              cell: ({ start_date: from, end_date: to }) => (
                <>
                  <span className={classes.whole}>{formatShort(from)} to</span>{" "}
                  <span className={classes.whole}>{formatShort(to)}</span>
                </>
              ),
            },
            { title: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
            {
              title: "Invoiced",
              align: "end",
              phone: "wide",
              cell: (engagement) => <Invoiced engagement={engagement} />,
            },
            { title: "Total", align: "end", cell: ({ total }) => <Money pounds={total} /> },
          ]}
        />
      ) : isFiltered(filters) ? (
        <EmptyState
          title="Nothing found"
          text="No engagement is like that. Words are found by their beginnings: try fewer letters, or fewer filters."
          action={<Link to="/back-office/engagements">Show all engagements</Link>}
        />
      ) : (
        <EmptyState title="Nothing yet" text="Engagements appear here as soon as an advisor sends a proposal." />
      )}
      <KeyedPages name="after" last={list.entries.at(-1)?.id} more={list.more} />
      {list.entries.length > 0 && <ExportList of={listAllEngagements} />}
    </Page>
  );
}

function Invoiced({ engagement: { invoiced, invoices, invoices_count: count } }: { engagement: ListedEngagement }) {
  if (count === 0) return <>–</>;
  return (
    <>
      <Money pounds={invoiced} />
      <div className="small">
        <InvoiceLinks invoices={invoices} count={count} />
      </div>
    </>
  );
}
