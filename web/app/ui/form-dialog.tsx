import type { ComponentProps, ReactNode } from "react";
import type { Failure } from "../failure.ts";
import { Button, type ButtonVariant } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { FailureNotice } from "./failure.tsx";
import { Form, FormActions } from "./form.tsx";
import { SubmitButton } from "./submit-button.tsx";
import { useClosing } from "./use-closing.ts";
import { useDiscarding } from "./use-discarding.tsx";

/**
 * A form in a dialog: its fields, its failure, the button that sends it, and Cancel, which asks before it throws away what
 * was typed. `form` is `useSchemaForm`'s.
 */
export function FormDialog({
  title,
  form,
  confirm,
  busyText = "A moment…",
  variant = "primary",
  size = "md",
  onClose,
  children,
}: {
  title: string;
  form: { props: ComponentProps<typeof Form>; failure: Failure | null; busy: boolean; unsaved: () => boolean };
  confirm: string;
  busyText?: string;
  variant?: ButtonVariant;
  size?: "md" | "lg";
  /** Gets the failure after which it is closed: what was asked for may be done all the same. */
  onClose: (failure: Failure | null) => void;
  children: ReactNode;
}) {
  const { discardFirst, asking, question } = useDiscarding(form.unsaved);
  const closing = useClosing(form.failure, onClose);
  const close = () => discardFirst(closing);
  return (
    <Dialog opened onClose={close} title={title} size={size} closeOnEscape={!asking} closeOnClickOutside={!asking}>
      <Form {...form.props}>
        {children}
        <FailureNotice failure={form.failure} />
        <FormActions>
          <SubmitButton variant={variant} busy={form.busy} busyText={busyText}>
            {confirm}
          </SubmitButton>
          <Button variant="line" onClick={close} disabled={form.busy}>
            Cancel
          </Button>
        </FormActions>
      </Form>
      {question}
    </Dialog>
  );
}
