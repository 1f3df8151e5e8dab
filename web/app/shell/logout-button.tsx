import { signOut as revoke } from "@plumbline/contract/accounts/contract.ts";
import { useState } from "react";
import { call } from "../call.ts";
import { go } from "../go.ts";
import { currentSession, signOutAfter } from "../session.ts";
import classes from "./header.module.css";

/** Ends the session on the server, with its token and sockets, and then in this browser, whatever the response. */
export function LogoutButton() {
  const [busy, setBusy] = useState(false);
  const leave = async () => {
    const session = currentSession();
    setBusy(true);
    // The person wants to be out; a server that cannot be reached must not keep them in.
    await signOutAfter(async () => session && call(revoke, { body: { token: session.accessToken } }).catch(() => {}));
    go("/");
  };
  return (
    <button type="button" className={classes.logout} onClick={leave} disabled={busy}>
      Logout
    </button>
  );
}
