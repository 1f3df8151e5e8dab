import { useState } from "react";
import { call } from "../call.ts";
import { go } from "../go.ts";
import { currentSession, signOut } from "../session.ts";
import look from "./header.module.css";

/** Ends the session on the server, so that its token and sockets die too, then in this browser, whatever was answered. */
export function LogoutButton() {
  const [busy, setBusy] = useState(false);
  const leave = async () => {
    const session = currentSession();
    setBusy(true);
    try {
      // Declarations bring the schema language along: fetched when needed, so that public pages stay light.
      const { signOut: revoke } = await import("@plumbline/contract/accounts/contract.ts");
      if (session) await call(revoke, { body: { token: session.accessToken } });
    } catch {
      // The person wants to be out; a server that cannot be reached must not keep them in.
    }
    signOut();
    go("/");
  };
  return (
    <button type="button" className={look.logout} onClick={leave} disabled={busy}>
      Logout
    </button>
  );
}
