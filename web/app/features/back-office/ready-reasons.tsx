import { readyReasons } from "@plumbline/contract/back-office/queue-rules.ts";
import classes from "./application.module.css";

export type Decision = "approved" | "rejected";

const labels: Record<Decision, string> = { approved: "To approve", rejected: "To reject" };

/** Offers the ready reasons of decisions; of several decisions in a group each. */
export function ReadyReasons({
  decisions,
  onChoose,
}: {
  decisions: readonly Decision[];
  onChoose: (reason: string) => void;
}) {
  const reasonsFor = (decision: Decision) =>
    readyReasons[decision].map((reason) => (
      <option key={reason} value={reason}>
        {reason}
      </option>
    ));
  return (
    <label className={classes.ready}>
      Ready-made
      <select value="" onChange={(event) => onChoose(event.target.value)}>
        <option value="">Choose, or write your own</option>
        {decisions.length === 1
          ? decisions.map(reasonsFor)
          : decisions.map((decision) => (
              <optgroup key={decision} label={labels[decision]}>
                {reasonsFor(decision)}
              </optgroup>
            ))}
      </select>
    </label>
  );
}
