import type { ComponentProps } from "react";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import type { useSchemaForm } from "../../ui/use-schema-form.ts";
import ProposalPreview from "./proposal-preview.tsx";
import TermsStep from "./terms-step.tsx";

type TermsForm = ComponentProps<typeof TermsStep>["form"] &
  Pick<ReturnType<typeof useSchemaForm>, "props" | "failure" | "busy">;

/** The second step: the terms, a word to the client of a proposal that came back, and what the client will see. */
export default function TermsPart({
  form,
  finish,
  sent,
  message,
  onBack,
  preview,
}: {
  form: TermsForm;
  finish: string;
  sent: boolean;
  message: { value: string; onChange: (message: string) => void } | null;
  onBack: () => void;
  preview: ComponentProps<typeof ProposalPreview>;
}) {
  return (
    <Form {...form.props}>
      <TermsStep form={form} />
      {message && (
        <Textarea
          label="A word to your client (optional)"
          description="What you changed and why; it stands in the history beside the changes."
          maxLength={2000}
          value={message.value}
          onChange={(event) => message.onChange(event.currentTarget.value)}
        />
      )}
      <ProposalPreview {...preview} />
      <FailureNotice failure={form.failure} />
      <FormActions>
        <SubmitButton busy={form.busy || sent} busyText={sent ? "Sent" : "Sending…"}>
          {finish}
        </SubmitButton>
        {!sent && (
          <Button variant="line" onClick={onBack}>
            Back
          </Button>
        )}
      </FormActions>
    </Form>
  );
}
