import { useState } from "react";
import { hasUnsavedInput } from "../saved-input.ts";
import { currentSession } from "../session.ts";
import { hasTyped } from "../typed.ts";
import { open } from "./commands.ts";
import classes from "./header.module.css";
import { logOut } from "./log-out.ts";

/** Logs out; asks first when something was typed and not sent, which would go with the session. */
export function LogoutButton() {
  const [busy, setBusy] = useState(false);
  const press = (button: HTMLElement) => {
    const session = currentSession();
    if (session && (hasUnsavedInput() || hasTyped(session.email))) {
      // On a phone the button is in the menu, which would cover the question.
      button.closest("dialog")?.close();
      open("logout");
      return;
    }
    setBusy(true);
    void logOut();
  };
  return (
    <button
      type="button"
      className={classes.logout}
      onClick={({ currentTarget }) => press(currentTarget)}
      disabled={busy}
    >
      Logout
    </button>
  );
}
