import { browserOf } from "@plumbline/contract/accounts/browser-of.ts";
import type { Colleague } from "@plumbline/contract/back-office/team.ts";
import * as contract from "@plumbline/contract/back-office/team.ts";
import { teamTexts } from "@plumbline/contract/back-office/team-rules.ts";
import { useState } from "react";
import { useRevalidator } from "react-router";
import { call } from "../../call.ts";
import { asFailure, type Failure } from "../../failure.ts";
import { momentHere } from "../../moment-here.ts";
import { Button, TextButton } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { notice } from "../../ui/notice.ts";
import { ActionButton } from "../../ui/submit-button.tsx";
import { useClosing } from "../../ui/use-closing.ts";
import { useLoaded } from "../../ui/use-loaded.ts";
import { useOneAtATime } from "../../ui/use-one-at-a-time.ts";
import { ChangeRole, RemoveColleague, ResetSecondStep } from "./colleague-dialogs.tsx";
import classes from "./team.module.css";

const dialogs = { role: ChangeRole, two_step: ResetSecondStep, remove: RemoveColleague };

/** What an owner may do with a colleague: their sessions, and the acts that ask for a reason. */
export function ManageColleague({ colleague, onClose }: { colleague: Colleague; onClose: () => void }) {
  const { id, name, email, allowed_actions: allowed } = colleague;
  const { revalidate } = useRevalidator();
  const [asking, setAsking] = useState<keyof typeof dialogs | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const params = { id };
  const done = async (said: string) => {
    notice(said);
    await revalidate();
  };
  const close = useClosing(failure, onClose);
  if (asking) {
    const AskingDialog = dialogs[asking];
    return <AskingDialog colleague={colleague} onClose={onClose} onDone={done} />;
  }
  return (
    <Dialog opened onClose={close} title={name}>
      <p className="small">{email}</p>
      <StaffSessions id={id} onEnded={() => done(`${name} was signed out.`)} onFailure={setFailure} />
      <FailureNotice failure={failure} />
      {!allowed.includes("remove") && <p>{teamTexts.lastOwner}</p>}
      <div className={classes.acts}>
        {allowed.includes("change_role") && (
          <Button variant="line" onClick={() => setAsking("role")}>
            Change the role
          </Button>
        )}
        {allowed.includes("send_link") && (
          <ActionButton
            variant="line"
            onFailure={setFailure}
            onPress={async () => {
              setFailure(null);
              await call(contract.sendStaffLink, { params });
              await done(`A new link is on its way to ${email}.`);
            }}
          >
            Send a new link
          </ActionButton>
        )}
        {allowed.includes("end_sessions") && (
          <ActionButton
            variant="line"
            onFailure={setFailure}
            onPress={async () => {
              setFailure(null);
              await call(contract.endStaffSessions, { params });
              await done(`${name} was signed out everywhere.`);
              onClose();
            }}
          >
            Sign out everywhere
          </ActionButton>
        )}
        {allowed.includes("reset_two_step") && (
          <Button variant="line" onClick={() => setAsking("two_step")}>
            Reset the second step
          </Button>
        )}
        {allowed.includes("remove") && (
          <Button variant="danger" onClick={() => setAsking("remove")}>
            Remove
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function StaffSessions({
  id,
  onEnded,
  onFailure,
}: {
  id: number;
  onEnded: () => Promise<void>;
  onFailure: (failure: Failure | null) => void;
}) {
  const { data, failure, retry } = useLoaded(() => call(contract.listStaffSessions, { params: { id } }));
  const once = useOneAtATime();
  if (failure) return <ErrorState failure={failure} onRetry={retry} />;
  if (!data) return <p>Loading where they are signed in…</p>;
  const end = async (session: number) => {
    onFailure(null);
    try {
      await call(contract.endStaffSession, { params: { id: session } });
      await onEnded();
    } catch (error) {
      onFailure(asFailure(error));
    } finally {
      // After a failure too: it may have ended although no answer came.
      retry();
    }
  };
  if (data.entries.length === 0) return <p>Not signed in anywhere.</p>;
  return (
    <DataTable
      caption="Signed in"
      rows={data.entries}
      rowKey={({ id: session }) => session}
      columns={[
        { title: "Browser", cell: ({ user_agent: agent }) => browserOf(agent) },
        { title: "Since", cell: ({ created_at: since }) => momentHere(since) },
        {
          title: "",
          cell: ({ id: session }) => (
            // A second press would find no session any more.
            <TextButton onClick={() => void once(() => end(session))}>Sign out</TextButton>
          ),
        },
      ]}
    />
  );
}
