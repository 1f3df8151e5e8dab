import { stateTexts } from "@plumbline/contract/accounts/rules.ts";
import {
  type ApplicationStatus,
  answerQuestion,
  readApplicationStatus,
} from "@plumbline/contract/back-office/queue.ts";
import { useState } from "react";
import { useParams } from "react-router";
import { call } from "../../call.ts";
import { titled } from "../../titled.ts";
import { Badge } from "../../ui/badge.tsx";
import { Banner } from "../../ui/banner.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { Form } from "../../ui/form.tsx";
import { Page } from "../../ui/page.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import { useLoaded } from "../../ui/use-loaded.ts";
import { useNewestVersion } from "../../ui/use-newest-version.ts";
import { useSchemaForm } from "../../ui/use-schema-form.ts";

export const meta = () => titled("Your application");

/** How an application stands, for the applicant who opens our e-mail's link, and the answer to what we have asked. */
export default function ApplicationStatusPage() {
  const { token = "" } = useParams();
  const { data, failure, retry } = useLoaded(
    (signal) => call(readApplicationStatus, { params: { token } }, { signal }),
    token,
  );
  const [newer, setNewer] = useState<ApplicationStatus | null>(null);
  const status = newer ?? data;
  if (failure?.status === 404)
    return (
      <Page title="Your application" width="form">
        <Banner tone="bad" title="This link is not known">
          Please open the newest e-mail that we have sent you about your application.
        </Banner>
      </Page>
    );
  return (
    <Page
      title="Your application"
      badge={status && <Badge tone="wait">{status.open ? "Waiting for you" : stateTexts[status.state].label}</Badge>}
      sentence={
        status?.open
          ? "We are reading it and have a question. Until your answer arrives, it waits for you."
          : status && stateTexts[status.state].meaning
      }
      width="form"
    >
      {failure && <ErrorState failure={failure} onRetry={retry} />}
      {status?.question && (
        <>
          <h2>We asked</h2>
          <p style={{ whiteSpace: "pre-line" }}>{status.question}</p>
        </>
      )}
      {status?.open && <Answer token={token} status={status} onNewer={setNewer} />}
      {status?.answer && (
        <>
          <h2>You answered</h2>
          <p style={{ whiteSpace: "pre-line" }}>{status.answer}</p>
        </>
      )}
    </Page>
  );
}

const rules = async () => (await import("./forms.ts")).AnswerForm;

function Answer({
  token,
  status,
  onNewer,
}: {
  token: string;
  status: ApplicationStatus;
  onNewer: (status: ApplicationStatus) => void;
}) {
  const { save } = useNewestVersion(status, async () => {
    const newest = await call(readApplicationStatus, { params: { token } });
    // What was typed stays as long as it can be sent, or copied.
    if (newest.open) onNewer(newest);
    return newest;
  });
  const form = useSchemaForm(rules, {
    initialValues: { answer: "" },
    onSubmit: async (body) =>
      onNewer(await save((version) => call(answerQuestion, { params: { token }, body: { ...body, version } }))),
  });
  return (
    <Form {...form.props}>
      <Textarea
        label="Your answer"
        description="Only the people who decide read it. You can send it once."
        minRows={5}
        maxLength={4000}
        {...form.field("answer")}
      />
      <FailureNotice failure={form.failure} />
      <SubmitButton busy={form.busy} busyText="Sending…">
        Send the answer
      </SubmitButton>
    </Form>
  );
}
