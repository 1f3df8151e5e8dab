import { listAudit } from "@plumbline/contract/audit/contract.ts";
import { inviteStaff } from "@plumbline/contract/back-office/contract.ts";
import { staffRoleLabels } from "@plumbline/contract/back-office/staff-roles.ts";
import { type Colleague, listTeam } from "@plumbline/contract/back-office/team.ts";
import { useState } from "react";
import { Link } from "react-router";
import { call } from "../../call.ts";
import { momentHere } from "../../moment-here.ts";
import { ReadOnlyNote, useMay } from "../../shell/may.tsx";
import { titled } from "../../titled.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, TextButton } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { ExportList } from "../../ui/export-list.tsx";
import { Page } from "../../ui/page.tsx";
import type { Route } from "./+types/team-page.ts";
import { InviteDialog } from "./invite-dialog.tsx";
import { ManageColleague } from "./manage-colleague.tsx";

export const meta = () => titled("Team");

export const clientLoader = () => call(listTeam, {});

const states = {
  invited: { tone: "wait", text: "Invited" },
  active: { tone: "calm", text: "Active" },
  removed: { tone: "quiet", text: "Removed" },
} as const;

/** Who is staff and in which role; owners change it (G-14). */
export default function TeamPage({ loaderData: { entries } }: Route.ComponentProps) {
  const may = useMay();
  const [inviting, setInviting] = useState(false);
  const [managed, setManaged] = useState<number | null>(null);
  const colleague = entries.find(({ id }) => id === managed);
  const byState = [...entries].sort(
    (one, other) => Number(one.state === "removed") - Number(other.state === "removed"),
  );
  return (
    <Page
      title="Team"
      sentence="Who works here, in which role, and where they are signed in."
      note={<ReadOnlyNote of={inviteStaff} />}
      action={
        may(inviteStaff) && (
          <Button aria-haspopup="dialog" onClick={() => setInviting(true)}>
            Invite a colleague
          </Button>
        )
      }
    >
      <DataTable
        caption="Team"
        hideCaption
        rows={byState}
        rowKey={({ id }) => id}
        columns={[
          { title: "Name", cell: (each) => <Name {...each} /> },
          { title: "Role", cell: ({ role }) => role && staffRoleLabels[role] },
          {
            title: "State",
            phone: "end",
            cell: ({ state }) => <Badge tone={states[state].tone}>{states[state].text}</Badge>,
          },
          {
            title: "Two steps",
            cell: ({ two_step: twoStep, state }) => state !== "removed" && (twoStep ? "On" : "Off"),
          },
          { title: "Last signed in", cell: ({ last_signed_in: last }) => last && momentHere(last) },
          {
            title: "",
            cell: ({ id, name, allowed_actions: allowed }) =>
              allowed.length > 0 && (
                <TextButton aria-haspopup="dialog" aria-label={`Manage ${name}`} onClick={() => setManaged(id)}>
                  Manage
                </TextButton>
              ),
          },
        ]}
      />
      <ExportList of={listTeam} />
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
      {colleague && <ManageColleague key={colleague.id} colleague={colleague} onClose={() => setManaged(null)} />}
    </Page>
  );
}

function Name({ id, name, email, me }: Colleague) {
  const may = useMay();
  return (
    <div>
      {may(listAudit) ? <Link to={`/back-office/audit?person=${id}`}>{name}</Link> : name}
      {me && " (you)"}
      <div className="small">{email}</div>
    </div>
  );
}
