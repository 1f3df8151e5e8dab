import { type ReactNode, useEffect, useState } from "react";
import { pendingReturn, returnKey } from "../return-to.ts";
import look from "./return-note.module.css";

/**
 * One line for somebody on their way to a page that needs signing in (decision 50). Drawn hidden, since the server does
 * not know; shell/visit.js shows it where no application runs.
 */
export function ReturnNote({ asked, ended, children }: { asked: string; ended: string; children?: ReactNode }) {
  const [shown, setShown] = useState<"asked" | "ended" | null>(null);
  useEffect(() => {
    const pending = pendingReturn();
    if (pending) setShown(pending.ended ? "ended" : "asked");
  }, []);
  return (
    <div className={look.note} role="status" hidden={shown === null} data-return-note={returnKey}>
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
