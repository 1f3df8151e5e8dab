import { Radio } from "@mantine/core";
import { decideReport, type ReportInContext } from "@plumbline/contract/reports/contract.ts";
import { type ReportAct, reportActLabels } from "@plumbline/contract/reports/rules.ts";
import { useRevalidator } from "react-router";
import { call } from "../../call.ts";
import { FailureNotice } from "../../ui/failure.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { DayField } from "../../ui/late-inputs.tsx";
import { notice } from "../../ui/notice.ts";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import { initially, useSchemaForm } from "../../ui/use-schema-form.ts";
import classes from "../sanctions/sanctions.module.css";

const meanings: Record<ReportAct, string> = {
  no_action: "What was reported stays. The author hears nothing.",
  warn: "The author is told what was wrong, and may appeal.",
  remove: "A line with your reason takes its place for everybody who could read it. The author may appeal.",
  restrict: "The author starts nothing new; what runs goes on. They may appeal.",
  suspend: "The author starts nothing new and is not shown; what runs goes on. They may appeal.",
};

const rules = async () => (await import("./forms.ts")).ReportDecision;

/** What staff decide about a report, with the words for those concerned. */
export function DecideReport({ report }: { report: ReportInContext }) {
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
