import { formatMonth } from "@plumbline/contract/dates.ts";
import type { TransparencyMonth } from "@plumbline/contract/reports/contract.ts";
import { reportActs, reportEndLabels } from "@plumbline/contract/reports/rules.ts";
import {
  appealOutcomeLabels,
  appealOutcomes,
  sanctionKindLabels,
  sanctionKinds,
} from "@plumbline/contract/sanctions/rules.ts";
import { Link } from "react-router";
import { siteContext, transparencyContext } from "../../context.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { foundAs } from "../content/found.ts";
import classes from "../content/page.module.css";
import { PlainHead } from "../content/parts.tsx";
import type { Route } from "./+types/transparency-page.ts";
import counts from "./transparency.module.css";

export async function loader({ context }: Route.LoaderArgs) {
  return { site: context.get(siteContext), ...(await context.get(transparencyContext)()) };
}

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData
    ? foundAs({
        site: loaderData.site,
        path: "/transparency",
        title: "Transparency",
        description: "How many decisions, reports and appeals there were each month, and how they ended.",
      })
    : [];

type Row = { name: string; of: (month: TransparencyMonth) => number };

/** What we decide about members and what they say against it, counted from the decisions themselves. */
export default function TransparencyPage({ loaderData }: Route.ComponentProps) {
  const { months } = loaderData;
  return (
    <div className={`wrap ${classes.page}`}>
      <PlainHead
        eyebrow="Legal"
        title="Transparency"
        sentence="How often we decide about our members, what they report to us, and how their appeals end."
      />
      <div className={counts.page}>
        <p className={counts.words}>
          Members can report a message, a profile, a review or an invoice. A person reads each report. When we warn
          somebody, remove something or restrict an account, we tell them why and what happens next, and they may
          appeal. Somebody else than the person who decided answers the appeal. Whatever we decide, work that has been
          agreed goes on and is paid for.
        </p>
        {months.length === 0 ? (
          <p className={counts.words}>Nothing has been reported or decided yet. The months stand here once it has.</p>
        ) : (
          <>
            <Counts
              caption="Decisions"
              months={months}
              rows={sanctionKinds.map((kind) => ({
                name: `${sanctionKindLabels[kind]}s`,
                of: (month) => month.decisions[kind],
              }))}
            />
            <Counts
              caption="Reports"
              months={months}
              rows={[
                { name: "Made", of: (month) => month.reports },
                ...reportActs.map((act) => ({
                  name: reportEndLabels[act],
                  of: (month: TransparencyMonth) => month.report_ends[act],
                })),
              ]}
            />
            <Counts
              caption="Appeals"
              months={months}
              rows={[
                { name: "Made", of: (month) => month.appeals },
                ...appealOutcomes.map((outcome) => ({
                  name: appealOutcomeLabels[outcome],
                  of: (month: TransparencyMonth) => month.appeal_ends[outcome],
                })),
              ]}
            />
          </>
        )}
        <p className={counts.words}>
          A report or an appeal may end in a later month than it was made. The counts are kept with the decisions, and
          nothing is rounded. What our rules are stands in the{" "}
          <Link to="/terms-and-conditions">Terms and Conditions</Link>.
        </p>
      </div>
    </div>
  );
}

/** The months, the newest first, with what was counted beside them. */
function Counts({
  caption,
  months,
  rows,
}: {
  caption: string;
  months: readonly TransparencyMonth[];
  rows: readonly Row[];
}) {
  return (
    <DataTable
      caption={caption}
      rows={months}
      rowKey={({ month }) => month}
      columns={[
        { title: "Month", cell: ({ month }) => formatMonth(month) },
        ...rows.map(({ name, of }) => ({ title: name, align: "end" as const, phone: "titled" as const, cell: of })),
      ]}
    />
  );
}
