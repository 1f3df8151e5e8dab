import { signOut as revoke } from "@plumbline/contract/accounts/contract.ts";
import { call } from "../call.ts";
import { go } from "../go.ts";
import { currentSession, signOutAfter } from "../session.ts";

/**
 * Ends the session on the server, with its token and sockets, and then in this browser, whatever the response (row
 *
 */
export async function logOut(): Promise<void> {
  const session = currentSession();
  // The person wants to be out; a server that cannot be reached must not keep them in.
  await signOutAfter(async () => session && call(revoke, { body: { token: session.accessToken } }).catch(() => {}));
  go("/");
}
