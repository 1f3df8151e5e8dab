import { Radio } from "@mantine/core";
import { decideAppeal, type QueuedAppeal, readAppeal } from "@plumbline/contract/sanctions/contract.ts";
import { type AppealOutcome, sanctionTexts } from "@plumbline/contract/sanctions/rules.ts";
import { Link, useRevalidator } from "react-router";
import { call } from "../../call.ts";
import { ReadOnlyNote, useMay } from "../../shell/may.tsx";
import { titled } from "../../titled.ts";
import { Banner } from "../../ui/banner.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { DayField } from "../../ui/late-inputs.tsx";
import { notice } from "../../ui/notice.ts";
import { Page } from "../../ui/page.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import { initially, useSchemaForm } from "../../ui/use-schema-form.ts";
import type { Route } from "./+types/appeal-decision-page.ts";
import { AppealWords, clockOf, SanctionWords } from "./sanction-words.tsx";
import classes from "./sanctions.module.css";

export const meta = () => titled("Appeal");

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => call(readAppeal, { params: { id: params.id } });

const outcomeWords: Record<AppealOutcome, { label: string; description: string }> = {
  lifted: { label: "Lift it", description: "The decision was wrong. What was removed is put back." },
  shortened: { label: "Shorten it", description: "The decision stands, and ends sooner." },
  kept: { label: "Keep it", description: "The decision stands as it is." },
};

/** An appeal beside the decision that it is about, decided by somebody else than who made that. */
export default function AppealDecisionPage({ loaderData: appeal }: Route.ComponentProps) {
  const { member, sanction, decided_by: by } = appeal;
  const may = useMay()(decideAppeal);
  return (
    <Page
      back={{ to: "/back-office/appeals", text: "Appeals" }}
      title={`Appeal of ${member.name}`}
      sentence={
        <>
          {by ? `Decided by ${by}.` : `${clockOf(appeal.due_at)}.`}{" "}
          <Link to={`/back-office/sanctions/${member.id}`}>All decisions about {member.name}</Link>
        </>
      }
      note={appeal.outcome === null && <ReadOnlyNote of={decideAppeal} />}
      width="reading"
    >
      <div className={classes.list}>
        <section className={classes.sanction} aria-label="Decision and appeal">
          <SanctionWords sanction={sanction} linked={false}>
            <AppealWords appeal={appeal} forMember={false} />
          </SanctionWords>
        </section>
        {appeal.outcome === null && may && appeal.allowed_outcomes.length > 0 && <Decide appeal={appeal} />}
        {appeal.outcome === null && may && appeal.allowed_outcomes.length === 0 && (
          <Banner tone="wait" title="Somebody else decides this one">
            {sanctionTexts.ownDecision}
          </Banner>
        )}
      </div>
    </Page>
  );
}

const rules = async () => (await import("./forms.ts")).AppealDecision;

function Decide({ appeal }: { appeal: QueuedAppeal }) {
  const { revalidate } = useRevalidator();
  const form = useSchemaForm(rules, {
    initialValues: {
      outcome: initially<AppealOutcome | null>(null),
      answer: "",
      until: initially<string | null>(null),
    },
    draft: `appeal decision ${appeal.id}`,
    onSubmit: async (_, body) => {
      await call(decideAppeal, { params: { id: appeal.id }, body }).finally(revalidate);
      notice("Decided. Both sides have been told.");
    },
  });
  return (
    <section className={classes.form} aria-label="Your decision">
      <h2>Your decision</h2>
      <Form {...form.props}>
        <Radio.Group label="What becomes of the decision?" {...form.field("outcome")}>
          {appeal.allowed_outcomes.map((outcome) => (
            <Radio key={outcome} mt="sm" value={outcome} {...outcomeWords[outcome]} />
          ))}
        </Radio.Group>
        {form.values.outcome === "shortened" && <DayField label="New end" {...form.field("until")} />}
        <Textarea
          label="Reason"
          description={`${appeal.member.name} and ${appeal.sanction.imposed_by} read it.`}
          minRows={3}
          maxLength={2000}
          {...form.field("answer")}
        />
        <FailureNotice failure={form.failure} />
        <FormActions>
          <SubmitButton busy={form.busy} busyText="Deciding…">
            Decide
          </SubmitButton>
        </FormActions>
      </Form>
    </section>
  );
}
