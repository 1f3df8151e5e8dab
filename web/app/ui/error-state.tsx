import { useRevalidator } from "react-router";
import { type Failure, failureLines } from "../failure.ts";
import { Button } from "./button.tsx";
import classes from "./states.module.css";

/** A part of a page that did not load: what happened, and a retry. Without `onRetry` the page's loaders run again. */
export function ErrorState({
  title = "This did not load",
  failure,
  onRetry,
}: {
  title?: string;
  failure?: Failure | null;
  onRetry?: () => void;
}) {
  const { revalidate, state } = useRevalidator();
  return (
    <div className={classes.state} role="alert">
      <h2>{title}</h2>
      {failure && failureLines(failure).map((line) => <p key={line}>{line}</p>)}
      <div className={classes.action}>
        <Button variant="line" onClick={onRetry ?? (() => void revalidate())} disabled={state !== "idle"}>
          Try again
        </Button>
      </div>
    </div>
  );
}
