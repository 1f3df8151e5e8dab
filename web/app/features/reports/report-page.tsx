import { formatLong, formatMoment } from "@plumbline/contract/dates.ts";
import { assignReport, decideReport, type ReportInContext, readReport } from "@plumbline/contract/reports/contract.ts";
import { reportableLabels, reportEndLabels } from "@plumbline/contract/reports/rules.ts";
import { groundLabels, sanctionKindLabels } from "@plumbline/contract/sanctions/rules.ts";
import { lazy, Suspense, useState } from "react";
import { Link, useRevalidator } from "react-router";
import { call } from "../../call.ts";
import type { Failure } from "../../failure.ts";
import { ReadOnlyNote } from "../../shell/may.tsx";
import { titled } from "../../titled.ts";
import { Badge } from "../../ui/badge.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { Page } from "../../ui/page.tsx";
import { ActionButton } from "../../ui/submit-button.tsx";
import { Words } from "../sanctions/sanction-words.tsx";
import classes from "../sanctions/sanctions.module.css";
import type { Route } from "./+types/report-page.ts";

// Below everything else on the page, and not for everybody who reads it.
const Decide = lazy(async () => ({ default: (await import("./decide-report.tsx")).DecideReport }));

export const meta = () => titled("Report");

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => call(readReport, { params: { id: params.id } });

/** A report with what it is about, in its context, and what may be done about it. */
export default function ReportPage({ loaderData: report }: Route.ComponentProps) {
  const { author, reporter, context, outcome, assigned_to: taken } = report;
  return (
    <Page
      back={{ to: "/back-office/reports", text: "Reports" }}
      title={`${reportableLabels[report.kind]} of ${author.name}`}
      badge={
        <Badge tone={outcome ? "calm" : "wait"}>
          {outcome ? reportEndLabels[outcome] : taken ? `With ${taken.name}` : "Nobody's yet"}
        </Badge>
      }
      sentence={`Reported by ${reporter.name} on ${formatLong(report.made_at)}: ${groundLabels[report.grounds].toLowerCase()}. ${author.name} is not told who reported.`}
      note={!outcome && <ReadOnlyNote of={decideReport} />}
      width="reading"
      action={<Take report={report} />}
    >
      <div className={classes.list}>
        <section className={classes.sanction} aria-label="What was reported">
          <Words title={`What ${reporter.name} says`}>{report.words}</Words>
          <div>
            <p className="small">{context.label}</p>
            {context.around.length > 0 ? (
              <ul className={classes.around}>
                {context.around.map(({ id, by, at, text, reported }) => (
                  <li key={id} data-reported={reported || undefined}>
                    <strong>{by}</strong> <span className="small">{formatMoment(at)}</span>
                    {reported && <span className="small"> · reported</span>}
                    <p>{text}</p>
                  </li>
                ))}
              </ul>
            ) : (
              <blockquote className={classes.quote}>{context.text || "There is no text."}</blockquote>
            )}
          </div>
          {report.kind === "invoice" && (
            <p>
              It stands under <Link to="/back-office/invoices">Money, Invoices</Link>, where it can be given back.
            </p>
          )}
        </section>
        <section aria-label="Earlier decisions">
          <p className="small">
            Earlier decisions about <Link to={`/back-office/sanctions/${author.id}`}>{author.name}</Link>
          </p>
          <p>
            {report.history.length === 0
              ? "None."
              : report.history
                  .map(
                    ({ kind, grounds, imposed_at }) =>
                      `${sanctionKindLabels[kind]}, ${formatLong(imposed_at)} (${groundLabels[grounds].toLowerCase()})`,
                  )
                  .join("; ")}
          </p>
        </section>
        {outcome ? (
          <section className={classes.sanction} aria-label="How it ended">
            <Words
              title={`${reportEndLabels[outcome]}${report.decided_by ? `, by ${report.decided_by}` : ""}${report.decided_at ? ` on ${formatLong(report.decided_at)}` : ""}`}
            >
              {report.answer ?? ""}
            </Words>
          </section>
        ) : (
          report.allowed_actions.includes("decide") && (
            <Suspense>
              <Decide report={report} />
            </Suspense>
          )
        )}
      </div>
    </Page>
  );
}

function Take({ report }: { report: ReportInContext }) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const { revalidate } = useRevalidator();
  const mine = report.allowed_actions.includes("assign");
  if (!mine && !report.allowed_actions.includes("release")) return null;
  return (
    <div>
      <ActionButton
        variant="line"
        onFailure={setFailure}
        onPress={() => {
          setFailure(null);
          return call(assignReport, { params: { id: report.id }, body: { mine } }).finally(revalidate);
        }}
      >
        {mine ? "Take it" : "Give it back"}
      </ActionButton>
      <FailureNotice failure={failure} />
    </div>
  );
}
