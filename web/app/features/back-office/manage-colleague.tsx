import { browserOf } from "@plumbline/contract/accounts/browser-of.ts";
import type { StaffRole } from "@plumbline/contract/back-office/staff-roles.ts";
import { staffRoleLabels } from "@plumbline/contract/back-office/staff-roles.ts";
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
import { Select } from "../../ui/late-inputs.tsx";
import { notice } from "../../ui/notice.ts";
import { ActionButton } from "../../ui/submit-button.tsx";
import { useLoaded } from "../../ui/use-loaded.ts";
import { roleOptions } from "./invite-dialog.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";
import classes from "./team.module.css";

type Asking = "role" | "remove" | "two_step" | null;

/** What an owner may do with a colleague: their sessions, and the acts that ask for a reason. */
export function ManageColleague({ colleague, onClose }: { colleague: Colleague; onClose: () => void }) {
  const { id, name, email, role, allowed_actions: allowed } = colleague;
  const { revalidate } = useRevalidator();
  const [asking, setAsking] = useState<Asking>(null);
  const [chosen, setChosen] = useState<StaffRole>(role ?? "support");
  const [failure, setFailure] = useState<Failure | null>(null);
  const done = async (said: string) => {
    notice(said);
    await revalidate();
  };
  const params = { id };
  if (asking === "role")
    return (
      <ReasonDialog
        title={`Change the role of ${name}`}
        confirm="Change the role"
        onClose={onClose}
        onConfirm={async (reason) => {
          await call(contract.changeStaffRole, { params, body: { role: chosen, reason } });
          await done(`${name} is ${staffRoleLabels[chosen]} now, and has been told.`);
        }}
      >
        <Select
          label="Role"
          data={roleOptions}
          allowDeselect={false}
          value={chosen}
          onChange={(value) => setChosen(roleOptions.find((each) => each.value === value)?.value ?? chosen)}
        />
      </ReasonDialog>
    );
  if (asking === "remove")
    return (
      <ReasonDialog
        title={`Remove ${name} from the team?`}
        confirm="Remove"
        variant="danger"
        onClose={onClose}
        onConfirm={async (reason) => {
          await call(contract.removeStaff, { params, body: { reason } });
          await done(`${name} was removed, signed out and told.`);
        }}
      >
        <p>Their sessions end at once. Their name stays in what they did, and you can invite them again.</p>
      </ReasonDialog>
    );
  if (asking === "two_step")
    return (
      <ReasonDialog
        title={`Reset the second step of ${name}?`}
        confirm="Reset"
        variant="danger"
        onClose={onClose}
        onConfirm={async (reason) => {
          await call(contract.resetTwoStep, { params, body: { reason } });
          await done(`${name} signs in with their password and sets up a new second step.`);
        }}
      >
        <p>Make sure that it is {name} who asks: call them. All their sessions end.</p>
      </ReasonDialog>
    );
  return (
    <Dialog opened onClose={onClose} title={name}>
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
  if (failure) return <ErrorState failure={failure} onRetry={retry} />;
  if (!data) return <p>Loading where they are signed in…</p>;
  const end = async (session: number) => {
    onFailure(null);
    try {
      await call(contract.endStaffSession, { params: { id: session } });
      retry();
      await onEnded();
    } catch (error) {
      onFailure(asFailure(error));
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
          cell: ({ id: session }) => <TextButton onClick={() => void end(session)}>Sign out</TextButton>,
        },
      ]}
    />
  );
}
