import { TextInput } from "@mantine/core";
import { recordCheck } from "@plumbline/contract/back-office/queue.ts";
import {
  type CheckKind,
  type CheckResult,
  checkKindLabels,
  checkKinds,
  checkResultLabels,
  checkResults,
} from "@plumbline/contract/back-office/queue-rules.ts";
import { useRevalidator } from "react-router";
import { call } from "../../call.ts";
import { FailureNotice } from "../../ui/failure.tsx";
import { Form } from "../../ui/form.tsx";
import { Select } from "../../ui/late-inputs.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { initially, useSchemaForm } from "../../ui/use-schema-form.ts";

const rules = async () => (await import("./forms.ts")).CheckForm;

/** Records what was checked about an applicant. */
export function CheckForm({ id }: { id: number }) {
  const { revalidate } = useRevalidator();
  const form = useSchemaForm(rules, {
    initialValues: { kind: initially<CheckKind>("company_number"), result: initially<CheckResult>("passed"), note: "" },
    kept: true,
    onSubmit: async (body) => {
      await call(recordCheck, { params: { id }, body });
      await revalidate();
    },
  });
  return (
    <Form {...form.props}>
      <Select
        label="Checked"
        allowDeselect={false}
        data={checkKinds.map((value) => ({ value, label: checkKindLabels[value] }))}
        {...form.field("kind")}
      />
      <Select
        label="Result"
        allowDeselect={false}
        data={checkResults.map((value) => ({ value, label: checkResultLabels[value] }))}
        {...form.field("result")}
      />
      <TextInput label="What you found (optional)" maxLength={2000} {...form.field("note")} />
      <FailureNotice failure={form.failure} />
      <SubmitButton variant="line" busy={form.busy}>
        Record the check
      </SubmitButton>
    </Form>
  );
}
