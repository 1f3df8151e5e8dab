import { formatShort } from "@plumbline/contract/dates.ts";
import { listReports } from "@plumbline/contract/reports/contract.ts";
import { reportableLabels, reportEndLabels } from "@plumbline/contract/reports/rules.ts";
import { groundLabels } from "@plumbline/contract/sanctions/rules.ts";
import { Link } from "react-router";
import { call } from "../../call.ts";
import { filtersIn } from "../../list-filters.ts";
import { titled } from "../../titled.ts";
import { Badge } from "../../ui/badge.tsx";
import { ListPage, WaitingFilter } from "../../ui/list-page.tsx";
import type { Route } from "./+types/reports-page.ts";

export const meta = () => titled("Reports");

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return call(listReports, { query: filtersIn(listReports, request) });
}

/** What members have reported, the oldest that waits first. */
export default function ReportsPage({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage
      title="Reports"
      sentence="What members have told us about, the oldest that waits first."
      filter={<WaitingFilter />}
      empty={{ title: "No reports here", text: "When a member reports something, it waits here for one of you." }}
      list={loaderData}
      exported={listReports}
      columns={[
        {
          title: "What",
          cell: ({ id, kind, author }) => (
            <Link to={`/back-office/reports/${id}`}>
              {reportableLabels[kind]} of {author.name}
            </Link>
          ),
        },
        { title: "Why", cell: ({ grounds }) => groundLabels[grounds] },
        { title: "Reported by", cell: ({ reporter }) => reporter.name },
        { title: "On", cell: ({ made_at: at }) => formatShort(at) },
        {
          title: "State",
          cell: ({ outcome, assigned_to: taken }) => (
            <Badge tone={outcome ? "calm" : "wait"}>
              {outcome ? reportEndLabels[outcome] : taken ? `With ${taken.name}` : "Nobody's yet"}
            </Badge>
          ),
        },
      ]}
    />
  );
}
