import { type ReactNode, useEffect, useState } from "react";
import { pendingReturn } from "../return-to.ts";
import classes from "./return-note.module.css";

/**
 * A note for a visitor who was sent to sign in (decision 50). The server renders it hidden, because it does not know;
 * the public script shows it on pages that are not hydrated.
 */
export function ReturnNote({ asked, ended, children }: { asked: string; ended: string; children?: ReactNode }) {
  const [shown, setShown] = useState<"asked" | "ended" | null>(null);
  useEffect(() => {
    const pending = pendingReturn();
    if (pending) setShown(pending.owner !== null ? "ended" : "asked");
  }, []);
  return (
    <div className={classes.note} role="status" hidden={shown === null} data-return-note>
      <p>
        <span hidden={shown === "ended"} data-asked>
          {asked}
        </span>
        <span hidden={shown !== "ended"} data-ended>
          {ended}
        </span>
      </p>
      {children}
    </div>
  );
}
