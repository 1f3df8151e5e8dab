import { useOnline } from "../ui/use-online.ts";
import classes from "./shell.module.css";

/**
 * A member's line under the header while the browser is offline; pages that were loaded stay readable (call.ts, row
 * H-31).
 */
export function OfflineLine() {
  const online = useOnline();
  return (
    <div role="status" className="screen-only">
      {!online && (
        <p className={classes.offline}>
          You are offline. What you have opened stays readable, and messages are sent when you are back.
        </p>
      )}
    </div>
  );
}
