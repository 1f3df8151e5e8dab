import { formatShort } from "@plumbline/contract/dates.ts";
import { listAppeals } from "@plumbline/contract/sanctions/contract.ts";
import { appealOutcomeLabels, groundLabels, sanctionKindLabels } from "@plumbline/contract/sanctions/rules.ts";
import { Link } from "react-router";
import { call } from "../../call.ts";
import { filtersIn } from "../../list-filters.ts";
import { titled } from "../../titled.ts";
import { Badge } from "../../ui/badge.tsx";
import { ListPage, WaitingFilter } from "../../ui/list-page.tsx";
import type { Route } from "./+types/appeals-page.ts";

export const meta = () => titled("Appeals");

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return call(listAppeals, { query: filtersIn(listAppeals, request) });
}

/** Appeals that wait, by the day on which the answer is due. */
export default function AppealsPage({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage
      title="Appeals"
      sentence="Those that wait, by the day on which an answer is due. Nobody decides about their own decision."
      filter={<WaitingFilter />}
      empty={{
        title: "No appeals here",
        text: "When a member appeals against a decision, it waits here with its clock.",
      }}
      list={loaderData}
      exported={listAppeals}
      columns={[
        { title: "Member", cell: ({ id, member }) => <Link to={`/back-office/appeals/${id}`}>{member.name}</Link> },
        { title: "Against", cell: ({ sanction }) => sanctionKindLabels[sanction.kind] },
        { title: "About", cell: ({ sanction }) => groundLabels[sanction.grounds] },
        { title: "Decided by", cell: ({ sanction }) => sanction.imposed_by },
        { title: "Made", cell: ({ made_at: at }) => formatShort(at) },
        {
          title: "Answer",
          cell: ({ outcome, due_at: due }) => {
            if (outcome) return <Badge tone="calm">{appealOutcomeLabels[outcome]}</Badge>;
            const late = Date.parse(due) < Date.now();
            return <Badge tone={late ? "bad" : "wait"}>{`${late ? "Due since" : "By"} ${formatShort(due)}`}</Badge>;
          },
        },
      ]}
    />
  );
}
