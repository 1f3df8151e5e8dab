import type { ComponentProps, ReactNode } from "react";
import type { Failure } from "../failure.ts";
import { Button, type ButtonVariant } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { FailureNotice } from "./failure.tsx";
import { Form, FormActions } from "./form.tsx";
import { SubmitButton } from "./submit-button.tsx";

/** A form in a dialog: its fields, its failure, the button that sends it, and Cancel. `form` is `useSchemaForm`'s. */
export function FormDialog({
  title,
  form,
  confirm,
  busyText = "A moment…",
  variant = "primary",
  onClose,
  children,
}: {
  title: string;
  form: { props: ComponentProps<typeof Form>; failure: Failure | null; busy: boolean };
  confirm: string;
  busyText?: string;
  variant?: ButtonVariant;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog opened onClose={onClose} title={title}>
      <Form {...form.props}>
        {children}
        <FailureNotice failure={form.failure} />
        <FormActions>
          <SubmitButton variant={variant} busy={form.busy} busyText={busyText}>
            {confirm}
          </SubmitButton>
          <Button variant="line" onClick={onClose}>
            Cancel
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}
