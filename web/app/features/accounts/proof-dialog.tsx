import { TextInput } from "@mantine/core";
import type { Failure } from "../../failure.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { useSchemaForm } from "../../ui/use-schema-form.ts";

const rules = async () => (await import("./forms.ts")).ProofForm;

/** Asks for the password and a code before something about two-step sign-in changes; `onConfirm` may throw a Failure. */
export function ProofDialog({
  title,
  confirm,
  onClose,
  onConfirm,
}: {
  title: string;
  confirm: string;
  onClose: (failure: Failure | null) => void;
  onConfirm: (proof: { current_password: string; otp: string }) => Promise<unknown>;
}) {
  const form = useSchemaForm(rules, {
    initialValues: { current_password: "", otp: "" },
    kept: true,
    onSubmit: async (_values, proof) => {
      await onConfirm(proof);
      onClose(null);
    },
  });
  return (
    <FormDialog title={title} form={form} confirm={confirm} onClose={onClose}>
      <PasswordField label="Your password" autoComplete="current-password" {...form.field("current_password")} />
      <TextInput
        label="Code from your app, or a recovery code"
        autoComplete="one-time-code"
        maxLength={40}
        {...form.field("otp")}
      />
    </FormDialog>
  );
}
