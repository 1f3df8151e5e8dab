import { formatLong, formatMoment } from "@plumbline/contract/dates.ts";
import { type SettingChange, withdrawMoneySetting } from "@plumbline/contract/prices/contract.ts";
import { settingKinds, shownValue } from "@plumbline/contract/prices/rules.ts";
import { useState } from "react";
import { Link, useRevalidator } from "react-router";
import { call } from "../../call.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { TextButton } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { notice } from "../../ui/notice.ts";
import { unbroken } from "../../ui/unbroken.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";
import classes from "./settings.module.css";

const states: Record<SettingChange["state"], { tone: Tone; text: string }> = {
  holds: { tone: "calm", text: "Holds" },
  coming: { tone: "wait", text: "Coming" },
  past: { tone: "quiet", text: "Past" },
  withdrawn: { tone: "quiet", text: "Withdrawn" },
};

/** Every change of the settings with who made it and why; one that has not begun may be withdrawn. */
export function SettingChanges({
  entries,
  mayWrite,
  onChanged,
}: {
  entries: readonly SettingChange[];
  mayWrite: boolean;
  onChanged?: () => void;
}) {
  const { revalidate } = useRevalidator();
  const [leaving, setLeaving] = useState<SettingChange | null>(null);
  return (
    <div className={classes.changes}>
      <DataTable
        caption="Every change"
        rows={entries}
        rowKey={({ id }) => id}
        columns={[
          { title: "What", cell: (change) => <What change={change} /> },
          {
            title: "State",
            phone: "end",
            cell: ({ state }) => <Badge tone={states[state].tone}>{states[state].text}</Badge>,
          },
          { title: "From", cell: ({ from_day: day }) => formatLong(day) },
          { title: "Why", phone: "wide", cell: (change) => <Why change={change} /> },
          {
            title: "",
            cell: (change) =>
              mayWrite &&
              change.state === "coming" && (
                <TextButton
                  aria-haspopup="dialog"
                  aria-label={`Withdraw ${settingKinds[change.setting].label} from ${formatLong(change.from_day)}`}
                  onClick={() => setLeaving(change)}
                >
                  Withdraw
                </TextButton>
              ),
          },
        ]}
      />
      {leaving && (
        <ReasonDialog
          title="Withdraw this change?"
          about={leaving.id}
          confirm="Withdraw"
          onClose={(refused) => {
            setLeaving(null);
            if (refused) onChanged?.();
          }}
          onConfirm={async (reason) => {
            await call(withdrawMoneySetting, { params: { id: leaving.id }, body: { reason } });
            notice("The change is withdrawn.");
            onChanged?.();
            await revalidate();
          }}
        >
          <p>It does not happen then: {leaving.effect}</p>
        </ReasonDialog>
      )}
    </div>
  );
}

function What({ change: { setting, before, value, member } }: { change: SettingChange }) {
  return (
    <div>
      {settingKinds[setting].label}: {shownValue(setting, before)} →{" "}
      {value === null ? "as for everybody" : shownValue(setting, value)}
      {member && (
        <div className="small">
          <Link to={`/back-office/members/${member.id}?tab=money`}>{member.name}</Link>
        </div>
      )}
    </div>
  );
}

function Why({ change: { reason, by, set_at: at, effect, withdrawn } }: { change: SettingChange }) {
  return (
    <div>
      {reason}
      <div className="small">{unbroken(`${by}, ${formatMoment(at)}. ${effect}`)}</div>
      {withdrawn && (
        <div className="small">
          {unbroken(`Withdrawn by ${withdrawn.by}, ${formatMoment(withdrawn.at)}: ${withdrawn.reason}`)}
        </div>
      )}
    </div>
  );
}
