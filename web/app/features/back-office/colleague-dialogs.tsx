import { type StaffRole, staffRoleLabels } from "@plumbline/contract/back-office/staff-roles.ts";
import { type Colleague, changeStaffRole, removeStaff, resetTwoStep } from "@plumbline/contract/back-office/team.ts";
import { useState } from "react";
import { call } from "../../call.ts";
import { Select } from "../../ui/late-inputs.tsx";
import { roleOptions } from "./invite-dialog.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";

type DialogProps = {
  colleague: Colleague;
  onClose: () => void;
  /** Gets what the owner is told about it. */
  onDone: (said: string) => Promise<void>;
};

/** Asks which role a colleague gets, and why. */
export function ChangeRole({ colleague: { id, name, role }, onClose, onDone }: DialogProps) {
  const [chosen, setChosen] = useState<StaffRole>(role ?? "support");
  return (
    <ReasonDialog
      title={`Change the role of ${name}`}
      confirm="Change the role"
      onClose={onClose}
      onConfirm={async (reason) => {
        await call(changeStaffRole, { params: { id }, body: { role: chosen, reason } });
        await onDone(`${name} is ${staffRoleLabels[chosen]} now, and has been told.`);
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
}

/** Asks why a colleague's second step of signing in is reset. */
export function ResetSecondStep({ colleague: { id, name }, onClose, onDone }: DialogProps) {
  return (
    <ReasonDialog
      title={`Reset the second step of ${name}?`}
      confirm="Reset"
      variant="danger"
      onClose={onClose}
      onConfirm={async (reason) => {
        await call(resetTwoStep, { params: { id }, body: { reason } });
        await onDone(`${name} signs in with their password and sets up a new second step.`);
      }}
    >
      <p>Make sure that it is {name} who asks: call them. All their sessions end.</p>
    </ReasonDialog>
  );
}

/** Asks why a colleague leaves the team. */
export function RemoveColleague({ colleague: { id, name }, onClose, onDone }: DialogProps) {
  return (
    <ReasonDialog
      title={`Remove ${name} from the team?`}
      confirm="Remove"
      variant="danger"
      onClose={onClose}
      onConfirm={async (reason) => {
        await call(removeStaff, { params: { id }, body: { reason } });
        await onDone(`${name} was removed, signed out and told.`);
      }}
    >
      <p>Their sessions end at once. Their name stays in what they did, and you can invite them again.</p>
    </ReasonDialog>
  );
}
