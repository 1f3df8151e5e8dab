import { useState } from "react";
import { Button } from "./button.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import classes from "./kept-note.module.css";

/** Says that what was typed before is back, and offers to begin again, after asking. */
export function KeptNote({ onDiscard }: { onDiscard: () => void }) {
  const [asking, setAsking] = useState(false);
  return (
    <div className={classes.note}>
      <p>We kept what you had written.</p>
      <Button variant="quiet" onClick={() => setAsking(true)} aria-haspopup="dialog">
        Start afresh
      </Button>
      <DiscardDialog opened={asking} onClose={() => setAsking(false)} onDiscard={onDiscard} />
    </div>
  );
}

/** Asks before typed input, or what else is named, is thrown away. */
export function DiscardDialog({
  opened,
  what = "what you have written",
  onClose,
  onDiscard,
}: {
  opened: boolean;
  what?: string | undefined;
  onClose: () => void;
  onDiscard: () => void;
}) {
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Throw away ${what}?`}
      confirm="Throw it away"
      cancel="Keep it"
      variant="danger"
      onConfirm={async () => onDiscard()}
    >
      <p>It was not sent or saved yet, and cannot be brought back.</p>
    </ConfirmDialog>
  );
}
