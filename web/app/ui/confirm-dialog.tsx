import { Modal } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { Failure } from "../failure.ts";
import { Button, type ButtonLook } from "./button.tsx";
import look from "./confirm-dialog.module.css";
import { FailureNotice } from "./failure.tsx";
import { ActionButton } from "./submit-button.tsx";

/**
 * Asks before something that cannot be taken back. `onConfirm` may take its time; when it succeeds the dialog closes,
 * when it fails the reason is shown and the dialog stays.
 */
export function ConfirmDialog({
  opened,
  onClose,
  title,
  confirm,
  cancel = "Cancel",
  look: kind = "primary",
  onConfirm,
  children,
}: {
  opened: boolean;
  onClose: () => void;
  title: string;
  confirm: string;
  cancel?: string;
  look?: ButtonLook;
  onConfirm: () => Promise<unknown>;
  children?: ReactNode;
}) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const close = () => {
    setFailure(null);
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title={title} classNames={{ title: look.title, body: look.body }}>
      {children}
      <FailureNotice failure={failure} />
      <div className={look.actions}>
        <Button look="line" onClick={close}>
          {cancel}
        </Button>
        <ActionButton
          look={kind}
          onFailure={setFailure}
          onPress={async () => {
            setFailure(null);
            await onConfirm();
            close();
          }}
        >
          {confirm}
        </ActionButton>
      </div>
    </Modal>
  );
}
