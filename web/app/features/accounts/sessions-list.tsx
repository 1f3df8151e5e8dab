import { browserOf } from "@plumbline/contract/accounts/browser-of.ts";
import { listSessions } from "@plumbline/contract/accounts/contract.ts";
import { endAllSessions, endOtherSessions, endSession } from "@plumbline/contract/accounts/sessions.ts";
import { Suspense, useState } from "react";
import { call } from "../../call.ts";
import { go } from "../../go.ts";
import { momentHere } from "../../moment-here.ts";
import { currentSession, signOutAfter } from "../../session.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, TextButton } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { onDemand } from "../../ui/on-demand.ts";
import { useLoaded } from "../../ui/use-loaded.ts";
import classes from "./apart.module.css";

const EndSessionsDialog = onDemand(() => import("./end-sessions-dialog.tsx"));

/** What somebody has asked to end: one session by its id, all others, or all. */
type Asked = number | "others" | "all";

const words = {
  one: { title: "Sign out of that session?", confirm: "Sign out", text: "It ends at once." },
  others: {
    title: "Sign out all others?",
    confirm: "Sign out all others",
    text: "All your sessions but this one end at once.",
  },
  all: {
    title: "Sign out everywhere?",
    confirm: "Sign out everywhere",
    text: "All your sessions end, this one too, and what you have written here and not sent is removed. You can sign in again with your password.",
  },
};

/** The account's sessions, each with a button to end it, and one for all (decision 8, row H-30). */
export function SessionsList() {
  const [ended, setEnded] = useState(0);
  const [asked, setAsked] = useState<Asked | null>(null);
  const readAgain = () => setEnded((count) => count + 1);
  const { data, failure, retry } = useLoaded(() => call(listSessions, {}), ended);
  const sessions = data?.entries;
  const end = async (asked: Asked, body: { current_password: string; otp?: string | null }) => {
    if (asked === "all") {
      const to = `/sign-in/${currentSession()?.role ?? ""}`;
      await signOutAfter(() => call(endAllSessions, { body }));
      go(to);
      return;
    }
    await (asked === "others" ? call(endOtherSessions, { body }) : call(endSession, { params: { id: asked }, body }));
    readAgain();
  };
  const { text, ...dialog } = words[typeof asked === "number" ? "one" : (asked ?? "one")];
  return (
    <section aria-labelledby="sessions" className={classes.apart}>
      <h2 id="sessions">Where you are signed in</h2>
      {failure && <ErrorState failure={failure} onRetry={retry} />}
      {sessions && (
        <DataTable
          caption="Sessions"
          hideCaption
          rows={sessions}
          rowKey={({ id }) => id}
          columns={[
            { title: "Since", cell: ({ created_at }) => momentHere(created_at) },
            { title: "Browser", cell: ({ user_agent }) => browserOf(user_agent) },
            {
              title: "",
              cell: ({ id, current }) =>
                current ? (
                  <Badge>This one</Badge>
                ) : (
                  <TextButton aria-haspopup="dialog" onClick={() => setAsked(id)}>
                    Sign out
                  </TextButton>
                ),
            },
          ]}
        />
      )}
      <p className={classes.buttons}>
        {sessions && sessions.length > 1 && (
          <Button variant="line" aria-haspopup="dialog" onClick={() => setAsked("others")}>
            Sign out all others
          </Button>
        )}
        <Button variant="line" aria-haspopup="dialog" onClick={() => setAsked("all")}>
          Sign out everywhere
        </Button>
      </p>
      {asked !== null && (
        <Suspense>
          <EndSessionsDialog
            {...dialog}
            onClose={(refused) => {
              setAsked(null);
              if (refused) readAgain();
            }}
            onConfirm={(body) => end(asked, body)}
          >
            <p>{text}</p>
          </EndSessionsDialog>
        </Suspense>
      )}
    </section>
  );
}
