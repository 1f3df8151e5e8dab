import { formatLong } from "@plumbline/contract/dates.ts";
import type { Holding } from "@plumbline/contract/prices/contract.ts";
import { settingKinds, shownValue } from "@plumbline/contract/prices/rules.ts";
import { Suspense, useState } from "react";
import { TextButton } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { onDemand } from "../../ui/on-demand.ts";
import { unbroken } from "../../ui/unbroken.tsx";
import type { Owner } from "./setting-dialog.tsx";

const SettingDialog = onDemand(async () => ({ default: (await import("./setting-dialog.tsx")).SettingDialog }));

/** What holds of each setting now and what comes, with the button that changes it. */
export function Holdings({
  holds,
  today,
  owner,
  mayWrite,
  onChanged,
}: {
  holds: readonly Holding[];
  today: string;
  owner?: Owner;
  mayWrite: boolean;
  onChanged?: () => void;
}) {
  const [changing, setChanging] = useState<Holding | null>(null);
  return (
    <>
      <DataTable
        caption="What holds"
        hideCaption
        rows={holds}
        rowKey={({ setting }) => setting}
        columns={[
          { title: "Setting", cell: ({ setting }) => settingKinds[setting].label },
          {
            title: "Now",
            align: "end",
            phone: "end",
            cell: ({ setting, value, own }) => (
              <>
                {shownValue(setting, value)}
                {owner && !own && <span className="small"> as for everybody</span>}
              </>
            ),
          },
          { title: "Since", cell: ({ since }) => (since ? formatLong(since) : "The beginning") },
          { title: "Comes", phone: "wide", cell: (holding) => <Comes {...holding} /> },
          {
            title: "",
            cell: (holding) =>
              mayWrite && (
                <TextButton
                  aria-haspopup="dialog"
                  aria-label={`Change ${settingKinds[holding.setting].label}`}
                  onClick={() => setChanging(holding)}
                >
                  Change
                </TextButton>
              ),
          },
        ]}
      />
      {changing && (
        <Suspense>
          <SettingDialog
            key={changing.setting}
            holding={changing}
            today={today}
            owner={owner}
            onClose={(refused) => {
              setChanging(null);
              if (refused) onChanged?.();
            }}
            {...(onChanged && { onChanged })}
          />
        </Suspense>
      )}
    </>
  );
}

function Comes({ setting, coming }: Holding) {
  return coming.map(({ id, value, from_day: day }) => (
    <div key={id}>
      {unbroken(`${value === null ? "As for everybody" : shownValue(setting, value)} from ${formatLong(day)}`)}
    </div>
  ));
}
