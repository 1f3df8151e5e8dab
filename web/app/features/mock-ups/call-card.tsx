import { formatLong } from "@plumbline/contract/dates.ts";
import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { CancelCall } from "./cancel-call.tsx";
import classes from "./mock-ups.module.css";
import type { SampleCall } from "./sample.ts";

/** A call in the sample calendar, with a button to cancel it. */
export function CallCard({
  call,
  withWhom,
  onCancel,
  children,
}: {
  call: SampleCall;
  withWhom: string;
  onCancel: (message: string) => void;
  children?: ReactNode;
}) {
  const [cancelling, setCancelling] = useState(false);
  return (
    <article className={classes.call}>
      <p className="eyebrow">{call.state === "accepted" ? "Accepted" : "Requested"}</p>
      <h3>{withWhom}</h3>
      <p>{call.about}</p>
      <p className="small">
        {formatLong(call.day)}, {call.time}, {call.minutes} minutes
      </p>
      {cancelling ? (
        <CancelCall to={withWhom} onCancel={onCancel} onKeep={() => setCancelling(false)} />
      ) : (
        <div className={classes.actions}>
          {children}
          <Button variant="danger" onClick={() => setCancelling(true)}>
            Cancel
          </Button>
        </div>
      )}
    </article>
  );
}
