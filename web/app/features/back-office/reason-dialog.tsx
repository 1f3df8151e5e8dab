import type { ReactNode } from "react";
import type { Failure } from "../../failure.ts";
import type { ButtonVariant } from "../../ui/button.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import { useSchemaForm } from "../../ui/use-schema-form.ts";

const rules = async () => (await import("./forms.ts")).ReasonForm;

/** Asks for the reason of an act of staff, and closes when the act is done; `onConfirm` may throw a Failure. */
export function ReasonDialog({
  title,
  confirm,
  variant = "primary",
  about = title,
  onClose,
  onConfirm,
  children,
}: {
  title: string;
  confirm: string;
  variant?: ButtonVariant;
  /** The one of several that it is about, where the title does not name it. */
  about?: string | number;
  onClose: (failure: Failure | null) => void;
  onConfirm: (reason: string) => Promise<unknown>;
  children?: ReactNode;
}) {
  const form = useSchemaForm(rules, {
    initialValues: { reason: "" },
    about,
    kept: true,
    onSubmit: async (_values, { reason }) => {
      await onConfirm(reason);
      onClose(null);
    },
  });
  return (
    <FormDialog title={title} form={form} confirm={confirm} variant={variant} onClose={onClose}>
      {children}
      <Textarea label="Reason" minRows={2} maxLength={2000} {...form.field("reason")} />
    </FormDialog>
  );
}
