import { useState } from "react";
import { useRevalidator } from "react-router";
import { TextButton } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { notice } from "../../ui/notice.ts";

/** A row's button that tries something again after a question; `what` names it for screen readers. */
export function SendAgain({
  what,
  title,
  text,
  done,
  send,
}: {
  what: string;
  title: string;
  text: string;
  done: string;
  send: () => Promise<unknown>;
}) {
  const { revalidate } = useRevalidator();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <TextButton onClick={() => setAsking(true)} aria-label={what}>
        {"Send\u00a0again"}
      </TextButton>
      {asking && (
        <ConfirmDialog
          opened
          onClose={() => setAsking(false)}
          title={title}
          confirm="Send again"
          onConfirm={async () => {
            await send();
            notice(done);
            await revalidate();
          }}
        >
          <p>{text}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
