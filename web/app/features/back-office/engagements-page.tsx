import {
  type ListedEngagement,
  listAllEngagements,
  sumAllEngagements,
} from "@plumbline/contract/back-office/engagements.ts";
import { formatLong, formatShort } from "@plumbline/contract/dates.ts";
import { statuses, statusLabels } from "@plumbline/contract/engagements/rules.ts";
import { Link } from "react-router";
import { call } from "../../call.ts";
import { filtersIn } from "../../list-filters.ts";
import { titled } from "../../titled.ts";
import { capitalised, FilterBar } from "../../ui/filter-bar.tsx";
import { KeyedList } from "../../ui/keyed-list.tsx";
import { ListSummary } from "../../ui/list-summary.tsx";
import { MemberLink } from "../../ui/member-link.tsx";
import { Money } from "../../ui/money.tsx";
import { Page } from "../../ui/page.tsx";
import { StatusBadge } from "../engagements/status-badge.tsx";
import type { Route } from "./+types/engagements-page.ts";
import { InvoiceLinks } from "./invoice-links.tsx";
import classes from "./lists.module.css";

export const meta = () => titled("Engagements");

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const filters = filtersIn(sumAllEngagements, request);
  const [list, sums] = await Promise.all([
    call(listAllEngagements, { query: filtersIn(listAllEngagements, request) }),
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
      <KeyedList
        of={listAllEngagements}
        list={list}
        filters={filters}
        one="engagement"
        many="engagements"
        none={{ title: "Nothing yet", text: "Engagements appear here as soon as an advisor sends a proposal." }}
        columns={[
          {
            title: "Engagement",
            cell: ({ id, name, customer }) => (
              <Link to={`/back-office/members/${customer.id}?tab=engagements`}>{`${name} · #${id}`}</Link>
            ),
          },
          {
            title: "Advisor",
            cell: ({ advisor: { id, name } }) => <MemberLink id={id} name={name} />,
          },
          {
            title: "Customer",
            cell: ({ customer: { id, name, company_name: company } }) => <MemberLink id={id} name={company ?? name} />,
          },
          {
            title: "Proposed",
            cell: ({ created_at: at }) => formatShort(at),
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
    </Page>
  );
}

function Invoiced({ engagement: { invoiced, invoices, invoices_count: count } }: { engagement: ListedEngagement }) {
  if (count === 0) return null;
  return (
    <>
      <Money pounds={invoiced} />
      <div className="small">
        <InvoiceLinks invoices={invoices} count={count} />
      </div>
    </>
  );
}
