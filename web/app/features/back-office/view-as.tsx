import { lookAsMember } from "@plumbline/contract/back-office/view-as.ts";
import { viewAsMinutes } from "@plumbline/contract/back-office/view-as-rules.ts";
import { addressOf } from "@plumbline/contract/greeting.ts";
import { useState } from "react";
import { call } from "../../call.ts";
import { startViewing } from "../../session.ts";
import { Button } from "../../ui/button.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";

/** Shows staff an account as its member sees it, read-only, in this tab (G-18). */
export function ViewAs({ id, name }: { id: number; name: string }) {
  const [asking, setAsking] = useState(false);
  const first = addressOf(name);
  return (
    <>
      <Button variant="line" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        Look as {first} (read-only)
      </Button>
      {asking && (
        <ReasonDialog
          title={`Look as ${name}`}
          confirm="Look"
          onClose={() => setAsking(false)}
          onConfirm={async (reason) => {
            const answer = await call(lookAsMember, { params: { id }, body: { reason } });
            startViewing(answer);
          }}
        >
          <p>
            For {viewAsMinutes} minutes this tab shows what {first} sees, without the words of their conversations.
            Nothing can be changed. {first} is told, with your reason.
          </p>
        </ReasonDialog>
      )}
    </>
  );
}
