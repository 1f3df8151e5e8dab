import { askApplicant, readCase } from "@plumbline/contract/back-office/queue.ts";
import { useState } from "react";
import { call } from "../../call.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { notice } from "../../ui/notice.ts";
import { Textarea } from "../../ui/textarea.tsx";
import { useNewestVersion } from "../../ui/use-newest-version.ts";
import { useSchemaForm } from "../../ui/use-schema-form.ts";

const rules = async () => (await import("./forms.ts")).QuestionForm;

/** Asks an applicant for more. */
export function QuestionDialog({
  applicant,
  onClose,
  onDone,
}: {
  applicant: { id: number; name: string; version: number };
  onClose: () => void;
  onDone: () => unknown;
}) {
  const { id, name } = applicant;
  // As it was when the dialog was opened, whatever a live update brings meanwhile.
  const [opened] = useState(applicant);
  const { save } = useNewestVersion(opened, () => call(readCase, { params: { id } }));
  const form = useSchemaForm(rules, {
    initialValues: { question: "" },
    about: id,
    kept: true,
    onSubmit: async (body) => {
      await save((version) => call(askApplicant, { params: { id }, body: { ...body, version } }));
      notice(`${name} has been asked.`);
      onClose();
      await onDone();
    },
  });
  return (
    <FormDialog title={`Ask ${name} for more`} form={form} confirm="Ask" onClose={onClose}>
      <Textarea
        label="What would you like to know?"
        description="They get an e-mail and answer on the page of their application. Our promise waits meanwhile."
        minRows={3}
        maxLength={2000}
        data-autofocus
        {...form.field("question")}
      />
    </FormDialog>
  );
}
