import { staffStateLabels } from "@plumbline/contract/accounts/rules.ts";
import type { listQueue } from "@plumbline/contract/back-office/queue.ts";
import type { Answer } from "@plumbline/contract/endpoint.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { unbroken } from "../../ui/unbroken.tsx";
import classes from "./application.module.css";
import { tones } from "./application-state.ts";

// The cells of the queue of applications.

export type Row = Answer<typeof listQueue>["entries"][number];

/** What was applied for, and how far its references are. */
export function What({ row }: { row: Row }) {
  const { references } = row;
  return (
    <div>
      {row.role === "advisor" ? "Advisor application" : "Business application"}
      {references.asked > 0 && ` · ${references.given} of ${references.asked} references in`}
      {row.company_size && <div className="small">{unbroken(row.company_size)}</div>}
      {row.state !== "pending_review" && <Badge tone={tones[row.state]}>{staffStateLabels[row.state]}</Badge>}
    </div>
  );
}

/** Who works on it; the reader may take it or put it back. */
export function With({
  row,
  reader,
  onAssign,
}: {
  row: Row;
  reader: number | null;
  onAssign: ((row: Row, to: "me" | "nobody") => void) | null;
}) {
  const mine = row.assigned?.id === reader;
  return (
    <span>
      <span className="small">{row.assigned ? (mine ? "you" : row.assigned.name) : "–"}</span>{" "}
      {onAssign && (!row.assigned || mine) && (
        <Button variant="quiet" className={classes.assign} onClick={() => onAssign(row, mine ? "nobody" : "me")}>
          {mine ? "Put back" : "Take"}
          <span className="visually-hidden"> {row.name}</span>
        </Button>
      )}
    </span>
  );
}
