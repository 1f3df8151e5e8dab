import { makeAppeal, uploadAppealFile } from "@plumbline/contract/sanctions/contract.ts";
import { useRevalidator } from "react-router";
import { call } from "../../call.ts";
import { FailureNotice } from "../../ui/failure.tsx";
import { FileField } from "../../ui/file-field.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { notice } from "../../ui/notice.ts";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import { useFormFiles } from "../../ui/use-form-files.ts";
import { initially, useSchemaForm } from "../../ui/use-schema-form.ts";
import type { Uploaded } from "../../ui/use-uploads.ts";
import classes from "./sanctions.module.css";

const rules = async () => (await import("./forms.ts")).AppealFields;

/** Appeals against a decision, once. What is typed is kept in this browser until it is sent. */
export function AppealForm({ sanctionId, days }: { sanctionId: number; days: number }) {
  const { revalidate } = useRevalidator();
  const uploads = useFormFiles();
  const form = useSchemaForm(rules, {
    initialValues: { text: "", files: initially<Uploaded[]>([]) },
    draft: `appeal ${sanctionId}`,
    serverNames: { attachment_ids: "files" },
    onSubmit: async (_, { text, files }) => {
      uploads.requireAll();
      const body = { text, attachment_ids: files.map(({ id }) => id) };
      await call(makeAppeal, { params: { id: sanctionId }, body }).finally(revalidate);
      notice("We have your appeal.");
    },
  });
  return (
    <section className={classes.section} aria-label="Appeal">
      <h3>Appeal against this decision</h3>
      <p className={classes.words}>
        Somebody else than the person who decided reads it and answers within {days} days. You can appeal once; until
        then the decision stands.
      </p>
      <div className={classes.form}>
        <Form {...form.props}>
          <Textarea
            label="Why is the decision wrong?"
            description="Say what happened, and what we should look at."
            minRows={4}
            maxLength={5000}
            {...form.field("text")}
          />
          <FileField
            label="Files (optional)"
            value={form.values.files}
            onChange={(files) => form.setValue("files", files)}
            upload={(file, onProgress, signal) => call(uploadAppealFile, { files: [file] }, { onProgress, signal })}
            error={form.field("files").error}
            onPending={uploads.onPending("files")}
          />
          <FailureNotice failure={form.failure} />
          <FormActions>
            <SubmitButton
              busy={form.busy || uploads.uploading}
              busyText={uploads.uploading ? "Uploading…" : "Sending…"}
            >
              Send the appeal
            </SubmitButton>
          </FormActions>
        </Form>
      </div>
    </section>
  );
}
