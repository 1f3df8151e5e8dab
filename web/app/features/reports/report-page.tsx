import { Radio } from "@mantine/core";
import { formatLong, formatMoment } from "@plumbline/contract/dates.ts";
import { assignReport, decideReport, type ReportInContext, readReport } from "@plumbline/contract/reports/contract.ts";
import {
  type ReportAct,
  reportActLabels,
  reportableLabels,
  reportEndLabels,
} from "@plumbline/contract/reports/rules.ts";
import { groundLabels, sanctionKindLabels } from "@plumbline/contract/sanctions/rules.ts";
import { useState } from "react";
import { Link, useRevalidator } from "react-router";
import { call } from "../../call.ts";
import type { Failure } from "../../failure.ts";
import { ReadOnlyNote } from "../../shell/may.tsx";
import { titled } from "../../titled.ts";
import { Badge } from "../../ui/badge.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { DayField } from "../../ui/late-inputs.tsx";
import { notice } from "../../ui/notice.ts";
import { Page } from "../../ui/page.tsx";
import { ActionButton, SubmitButton } from "../../ui/submit-button.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import { initially, useSchemaForm } from "../../ui/use-schema-form.ts";
import { Words } from "../sanctions/sanction-words.tsx";
import classes from "../sanctions/sanctions.module.css";
import type { Route } from "./+types/report-page.ts";

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
          report.allowed_actions.includes("decide") && <Decide report={report} />
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
        onPress={() => call(assignReport, { params: { id: report.id }, body: { mine } }).finally(revalidate)}
      >
        {mine ? "Take it" : "Give it back"}
      </ActionButton>
      <FailureNotice failure={failure} />
    </div>
  );
}

const meanings: Record<ReportAct, string> = {
  no_action: "What was reported stays. The author hears nothing.",
  warn: "The author is told what was wrong, and may appeal.",
  remove: "A line with your reason takes its place for everybody who could read it. The author may appeal.",
  restrict: "The author starts nothing new; what runs goes on. They may appeal.",
  suspend: "The author starts nothing new and is not shown; what runs goes on. They may appeal.",
};

const rules = async () => (await import("./forms.ts")).ReportDecision;

function Decide({ report }: { report: ReportInContext }) {
  const { revalidate } = useRevalidator();
  const form = useSchemaForm(rules, {
    initialValues: {
      act: initially<ReportAct | null>(null),
      answer: "",
      reason: "",
      next_steps: "",
      until: initially<string | null>(null),
    },
    draft: `report decision ${report.id}`,
    onSubmit: async (_, body) => {
      await call(decideReport, { params: { id: report.id }, body }).finally(revalidate);
      notice("Decided. Those concerned have been told.");
    },
  });
  const { act } = form.values;
  const author = report.author.name;
  return (
    <section className={classes.form} aria-label="Your decision">
      <h2>Your decision</h2>
      <Form {...form.props}>
        <Radio.Group label="What is to be done?" {...form.field("act")}>
          {report.allowed_acts.map((each) => (
            <Radio key={each} mt="sm" value={each} label={reportActLabels[each]} description={meanings[each]} />
          ))}
        </Radio.Group>
        {act && act !== "no_action" && (
          <>
            <Textarea
              label="Reason"
              description={`${author} reads it${act === "remove" ? ", and so does everybody who could read what is removed" : ""}.`}
              minRows={2}
              maxLength={2000}
              {...form.field("reason")}
            />
            <Textarea
              label="What happens next"
              description={`${author} reads it.`}
              minRows={2}
              maxLength={2000}
              {...form.field("next_steps")}
            />
          </>
        )}
        {(act === "restrict" || act === "suspend") && (
          <DayField
            label="Until (optional)"
            description="The day on which it ends by itself."
            {...form.field("until")}
          />
        )}
        <Textarea
          label="Answer to the reporter"
          description={`${report.reporter.name} reads it.`}
          minRows={2}
          maxLength={2000}
          {...form.field("answer")}
        />
        <FailureNotice failure={form.failure} />
        <FormActions>
          <SubmitButton busy={form.busy} busyText="Deciding…" variant={act === "suspend" ? "danger" : "primary"}>
            Decide
          </SubmitButton>
        </FormActions>
      </Form>
    </section>
  );
}
