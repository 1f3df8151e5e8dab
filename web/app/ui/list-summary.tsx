import { useState } from "react";
import type { Failure } from "../failure.ts";
import { FailureNotice } from "./failure.tsx";
import classes from "./list-summary.module.css";
import { Money } from "./money.tsx";
import { ActionButton } from "./submit-button.tsx";

/** How many rows a list has on all of its pages and what they come to, with the list as a file. Sums of nothing are left out. */
export function ListSummary({
  count,
  of: [one, many],
  sums = [],
  onDownload,
}: {
  count: number;
  /** What the rows are: one, and several. */
  of: readonly [one: string, many: string];
  sums?: readonly { name: string; pounds: number }[];
  /** Saves what is shown as CSV; throws a Failure. Lists of the back office have `ExportList` instead. */
  onDownload?: () => Promise<unknown>;
}) {
  const [failure, setFailure] = useState<Failure | null>(null);
  return (
    <>
      <div className={classes.summary}>
        <p role="status">
          <span>
            {count} {count === 1 ? one : many}
          </span>
          {sums
            .filter(({ pounds }) => pounds !== 0)
            .map(({ name, pounds }) => (
              <span key={name}>
                <Money pounds={pounds} /> {name}
              </span>
            ))}
        </p>
        {count > 0 && onDownload && (
          <ActionButton
            variant="line"
            onFailure={setFailure}
            onPress={() => {
              setFailure(null);
              return onDownload();
            }}
          >
            Download CSV
          </ActionButton>
        )}
      </div>
      <FailureNotice failure={failure} />
    </>
  );
}
