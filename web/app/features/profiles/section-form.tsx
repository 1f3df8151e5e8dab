import type { ReactNode } from "react";
import { FailureNotice } from "../../ui/failure.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { KeptNote } from "../../ui/kept-note.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import type { useSchemaForm } from "../../ui/use-schema-form.ts";

/** A section's fields with a Save button of its own. */
export function SectionForm({
  form,
  children,
}: {
  form: Pick<ReturnType<typeof useSchemaForm>, "props" | "busy" | "failure" | "restored" | "discard">;
  children: ReactNode;
}) {
  return (
    <Form {...form.props}>
      {form.restored && <KeptNote onDiscard={form.discard} />}
      {children}
      <FailureNotice failure={form.failure} />
      <FormActions>
        <SubmitButton busy={form.busy} busyText="Saving…">
          Save changes
        </SubmitButton>
      </FormActions>
    </Form>
  );
}
