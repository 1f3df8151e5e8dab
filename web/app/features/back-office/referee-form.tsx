import { TextInput } from "@mantine/core";
import { askReference } from "@plumbline/contract/back-office/queue.ts";
import { useRevalidator } from "react-router";
import { call } from "../../call.ts";
import { FailureNotice } from "../../ui/failure.tsx";
import { Form } from "../../ui/form.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { useSchemaForm } from "../../ui/use-schema-form.ts";

const rules = async () => (await import("./forms.ts")).RefereeForm;

/** Asks somebody for a reference by e-mail. */
export function RefereeForm({ id }: { id: number }) {
  const { revalidate } = useRevalidator();
  const form = useSchemaForm(rules, {
    initialValues: { name: "", email: "" },
    kept: true,
    onSubmit: async (body) => {
      await call(askReference, { params: { id }, body });
      await revalidate();
    },
  });
  return (
    <Form {...form.props}>
      <TextInput label="Referee" {...form.field("name")} />
      <TextInput label="Their e-mail" type="email" {...form.field("email")} />
      <FailureNotice failure={form.failure} />
      <SubmitButton variant="line" busy={form.busy}>
        Ask for a reference
      </SubmitButton>
    </Form>
  );
}
