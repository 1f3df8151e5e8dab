import { type ReactNode, useState } from "react";
import type { Failure } from "../failure.ts";
import { Button, type ButtonVariant } from "./button.tsx";
import classes from "./confirm-dialog.module.css";
import { Dialog } from "./dialog.tsx";
import { FailureNotice } from "./failure.tsx";
import { ActionButton } from "./submit-button.tsx";
import { useClosing } from "./use-closing.ts";

/**
 * Asks for confirmation of an action that cannot be undone. `onConfirm` may be asynchronous; on success the dialog
 * closes, on failure it shows the reason and stays open, as it does meanwhile.
 */
export function ConfirmDialog({
  opened,
  onClose,
  title,
  confirm,
  cancel = "Cancel",
  variant = "primary",
  onConfirm,
  children,
}: {
  opened: boolean;
  onClose: () => void;
  title: string;
  confirm: string;
  cancel?: string;
  variant?: ButtonVariant;
  onConfirm: () => Promise<unknown>;
  children?: ReactNode;
}) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const close = useClosing(failure, () => {
    setFailure(null);
    onClose();
  });
  return (
    <Dialog opened={opened} onClose={close} title={title} classNames={{ title: classes.title, body: classes.body }}>
      {children}
      <FailureNotice failure={failure} />
      <div className={classes.actions}>
        <Button variant="line" onClick={close} disabled={busy}>
          {cancel}
        </Button>
        <ActionButton
          variant={variant}
          onFailure={setFailure}
          onPress={async () => {
            setFailure(null);
            setBusy(true);
            await onConfirm().finally(() => setBusy(false));
            close();
          }}
        >
          {confirm}
        </ActionButton>
      </div>
    </Dialog>
  );
}
