import { formatLong } from "@plumbline/contract/dates.ts";
import { listOwnReports, type OwnReport } from "@plumbline/contract/reports/contract.ts";
import { reportEndLabels } from "@plumbline/contract/reports/rules.ts";
import { groundLabels, sanctionEndLabels } from "@plumbline/contract/sanctions/rules.ts";
import { Link } from "react-router";
import { call } from "../../call.ts";
import { titled } from "../../titled.ts";
import { Badge } from "../../ui/badge.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";
import { unbroken } from "../../ui/unbroken.tsx";
import { Words } from "../sanctions/sanction-words.tsx";
import classes from "../sanctions/sanctions.module.css";
import type { Route } from "./+types/own-reports-page.ts";

export const meta = () => titled("Your reports");

export const clientLoader = () => call(listOwnReports, {});

/** What a member has reported, and what came of it. */
export default function OwnReportsPage({ loaderData }: Route.ComponentProps) {
  return (
    <Page title="Your reports" sentence="What you have told us, and what came of it." width="reading">
      {loaderData.length === 0 ? (
        <EmptyState
          title="You have reported nothing"
          text="Messages, profiles, reviews and invoices have a Report button. What you report stands here with our answer."
        />
      ) : (
        <ul className={classes.list}>
          {loaderData.map((report) => (
            <li key={report.id} className={classes.sanction}>
              <div className={classes.head}>
                <h2>
                  <Thing report={report} />
                </h2>
                <Badge tone={report.outcome ? "calm" : "wait"}>{stateOf(report)}</Badge>
              </div>
              <p className="small">Reported on {unbroken(formatLong(report.made_at))}</p>
              <Words title={groundLabels[report.grounds]}>{report.words}</Words>
              {report.answer && <Words title="Our answer">{report.answer}</Words>}
              {report.lifted_at && (
                <p>
                  Its author appealed, and on {unbroken(formatLong(report.lifted_at))} we lifted this decision after
                  reading the case again.
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}

function stateOf({ outcome, lifted_at: lifted }: OwnReport) {
  if (!outcome) return "Being read";
  return lifted ? sanctionEndLabels.lifted : reportEndLabels[outcome];
}

/** What was reported, with the way to it where it has a page of its own. */
function Thing({ report: { kind, thing_id: id, author } }: { report: OwnReport }) {
  const things: Record<OwnReport["kind"], { name: string; path?: string }> = {
    message: { name: `Message from ${author.name}`, path: `/messages/${author.id}` },
    profile: { name: `Profile of ${author.name}`, path: `/profile-details/${author.id}` },
    review: { name: `Review by ${author.name}` },
    invoice: { name: `Invoice from ${author.name}`, path: `/invoices/${id}` },
  };
  const { name, path } = things[kind];
  return path ? <Link to={path}>{name}</Link> : name;
}
