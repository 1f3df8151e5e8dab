import { type Failure, failureLines } from "../failure.ts";
import classes from "./status.module.css";

/** Why a call failed, by the error display rule (row W-03). Nothing without a failure. */
export function FailureNotice({ failure }: { failure: Failure | null | undefined }) {
  if (!failure) return null;
  return (
    <div className={`${classes.banner} ${classes.bad}`} role="alert">
      <div>
        {failureLines(failure).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </div>
  );
}
