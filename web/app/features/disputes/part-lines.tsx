import type { DisputeCase } from "@plumbline/contract/disputes/contract.ts";
import classes from "./disputes.module.css";

/** What a part of the history says, folded up. */
export function PartLines({ lines }: { lines: DisputeCase["proposed"][number]["lines"] }) {
  return (
    <details className={classes.lines}>
      <summary>{lines.length === 1 ? "See the entry" : `See the ${lines.length} entries`}</summary>
      <dl tabIndex={0}>
        {lines.map(({ when, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a part never change their order
          <div key={index}>
            <dt>{when}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
