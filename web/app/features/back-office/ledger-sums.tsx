import type { LedgerSums } from "@plumbline/contract/back-office/ledger.ts";
import { formatShort } from "@plumbline/contract/dates.ts";
import { useState } from "react";
import { Link } from "react-router";
import { TextButton } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Money } from "../../ui/money.tsx";
import classes from "./lists.module.css";

/** How many are shown at first; lists.module.css hides the others, which paper has. */
const first = 6;

/** Sums by day, month or member; the first few until all are asked for. */
export function LedgerSumsTable({
  groups,
  by,
  addressOf,
}: {
  groups: LedgerSums["groups"];
  by: string;
  addressOf: (member: string) => string;
}) {
  const [all, setAll] = useState(false);
  if (groups.length === 0) return null;
  return (
    <div className={all ? undefined : classes.firstSix}>
      <DataTable
        caption={`Sums by ${by}`}
        hideCaption
        rows={groups}
        rowKey={({ key }) => key}
        columns={[
          {
            title: by === "member" ? "Member" : by === "day" ? "Day" : "Month",
            cell: ({ key, name }) =>
              by === "member" ? <Link to={addressOf(key)}>{name}</Link> : by === "day" ? formatShort(key) : name,
          },
          { title: "Movements", align: "end", cell: ({ count }) => count },
          { title: "Gross", align: "end", phone: "end", cell: ({ gross }) => <Money pounds={gross} /> },
          { title: "Ours", align: "end", cell: ({ ours }) => <Money pounds={ours} /> },
          { title: "Advisors'", align: "end", cell: ({ advisor }) => <Money pounds={advisor} /> },
          { title: "Paid out", align: "end", cell: ({ paid_out: out }) => <Money pounds={out} /> },
        ]}
      />
      {groups.length > first && (
        <p className={classes.further}>
          <TextButton onClick={() => setAll(!all)}>{all ? "Fewer" : `All ${groups.length}`}</TextButton>
        </p>
      )}
    </div>
  );
}
