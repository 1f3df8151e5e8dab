import { browserOf } from "@plumbline/contract/accounts/browser-of.ts";
import { endAllSessions, endOtherSessions, endSession, listSessions } from "@plumbline/contract/accounts/contract.ts";
import type { Answer } from "@plumbline/contract/endpoint.ts";
import { useCallback, useEffect, useState } from "react";
import { call } from "../../call.ts";
import { asFailure, type Failure } from "../../failure.ts";
import { go } from "../../go.ts";
import { momentHere } from "../../moment-here.ts";
import { currentSession, signOutAfter } from "../../session.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, TextButton } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { ActionButton } from "../../ui/submit-button.tsx";
import classes from "./apart.module.css";

type Sessions = Answer<typeof listSessions>["entries"];

/** The account's sessions, each with a button to end it, and one for all (decision 8). */
export function SessionsList() {
  const [sessions, setSessions] = useState<Sessions | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [asking, setAsking] = useState(false);
  const attempt = useCallback(async (work: () => Promise<unknown>) => {
    setFailure(null);
    try {
      await work();
      setSessions((await call(listSessions, {})).entries);
    } catch (error) {
      setFailure(asFailure(error));
    }
  }, []);
  useEffect(() => void attempt(async () => {}), [attempt]);
  const endAll = async () => {
    const to = `/sign-in/${currentSession()?.role ?? ""}`;
    await signOutAfter(() => call(endAllSessions, {}));
    go(to);
  };
  return (
    <section aria-labelledby="sessions" className={classes.apart}>
      <h2 id="sessions">Where you are signed in</h2>
      <FailureNotice failure={failure} />
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
                  <TextButton onClick={() => void attempt(() => call(endSession, { params: { id } }))}>
                    Sign out
                  </TextButton>
                ),
            },
          ]}
        />
      )}
      <p className={classes.buttons}>
        {sessions && sessions.length > 1 && (
          <ActionButton variant="line" onPress={() => attempt(() => call(endOtherSessions, {}))}>
            Sign out all others
          </ActionButton>
        )}
        <Button variant="line" onClick={() => setAsking(true)}>
          Sign out everywhere
        </Button>
      </p>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Sign out everywhere?"
        confirm="Sign out everywhere"
        onConfirm={endAll}
      >
        <p>
          All your sessions end, this one too, and what you have written here and not sent is removed. You can sign in
          again with your password.
        </p>
      </ConfirmDialog>
    </section>
  );
}
