import { TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { asFailure, type Failure } from "../../failure.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { useSchemaForm } from "../../ui/use-schema-form.ts";

const rules = async () => (await import("./forms.ts")).EndSessionsForm;

/** Asks for the password before sessions are ended, and for a code once the server wants one; `onConfirm` may throw a Failure. */
export default function EndSessionsDialog({
  title,
  confirm,
  onClose,
  onConfirm,
  children,
}: {
  title: string;
  confirm: string;
  onClose: (failure: Failure | null) => void;
  onConfirm: (proof: { current_password: string; otp?: string | null }) => Promise<unknown>;
  children: ReactNode;
}) {
  const [asksForCode, setAsksForCode] = useState(false);
  const form = useSchemaForm(rules, {
    initialValues: { current_password: "", otp: "" },
    kept: true,
    onSubmit: async (_values, { current_password, otp }) => {
      try {
        await onConfirm({ current_password, ...(otp && { otp }) });
      } catch (error) {
        if (asFailure(error).errors["otp"]) setAsksForCode(true);
        throw error;
      }
      onClose(null);
    },
  });
  return (
    <FormDialog title={title} form={form} confirm={confirm} onClose={onClose}>
      {children}
      <PasswordField label="Your password" autoComplete="current-password" {...form.field("current_password")} />
      {asksForCode && (
        <TextInput
          label="Code from your app, or a recovery code"
          autoComplete="one-time-code"
          maxLength={40}
          {...form.field("otp")}
        />
      )}
    </FormDialog>
  );
}
