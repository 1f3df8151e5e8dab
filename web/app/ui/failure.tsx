import { type Failure, failureLines } from "../failure.ts";
import look from "./status.module.css";

/** Why a call did not go through, by the error display rule (row W-03). Nothing when there is no failure. */
export function FailureNotice({ failure }: { failure: Failure | null | undefined }) {
  if (!failure) return null;
  return (
    <div className={`${look.banner} ${look.bad}`} role="alert">
      <div>
        {failureLines(failure).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </div>
  );
}
