import { endAllSessions, endSession, listSessions } from "@plumbline/contract/accounts/contract.ts";
import { formatMoment } from "@plumbline/contract/dates.ts";
import type { Answer } from "@plumbline/contract/endpoint.ts";
import { useCallback, useEffect, useState } from "react";
import { call } from "../../call.ts";
import { asFailure, type Failure } from "../../failure.ts";
import { go } from "../../go.ts";
import { currentSession, signOut } from "../../session.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, TextButton } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
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
    await call(endAllSessions, {});
    signOut();
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
            { title: "Since", cell: ({ created_at }) => formatMoment(created_at) },
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
      <p>
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
        <p>All your sessions end, this one too. You can sign in again with your password.</p>
      </ConfirmDialog>
    </section>
  );
}

const browsers = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;
const systems = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["Windows", "Windows"],
  ["Mac OS", "Mac"],
  ["Linux", "Linux"],
] as const;

/** "Firefox on Windows", enough to recognise one's own; other user agents are shown as they are. */
function browserOf(userAgent: string | null): string {
  if (!userAgent) return "Unknown";
  const browser = browsers.find(([mark]) => userAgent.includes(mark))?.[1];
  const system = systems.find(([mark]) => userAgent.includes(mark))?.[1];
  return browser && system ? `${browser} on ${system}` : userAgent.slice(0, 60);
}
