import { askApplicant } from "@plumbline/contract/back-office/queue.ts";
import { call } from "../../call.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { notice } from "../../ui/notice.ts";
import { Textarea } from "../../ui/textarea.tsx";
import { useSchemaForm } from "../../ui/use-schema-form.ts";

const rules = async () => (await import("./forms.ts")).QuestionForm;

/** Asks an applicant for more. */
export function QuestionDialog({
  applicant: { id, name },
  onClose,
  onDone,
}: {
  applicant: { id: number; name: string };
  onClose: () => void;
  onDone: () => unknown;
}) {
  const form = useSchemaForm(rules, {
    initialValues: { question: "" },
    kept: true,
    onSubmit: async (body) => {
      await call(askApplicant, { params: { id }, body });
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
