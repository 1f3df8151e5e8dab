import { createHmac } from "node:crypto";

// AnyCable derives a key for each purpose from the one secret that both sides know.

const derived = (secret: string, purpose: string) => createHmac("sha256", secret).update(purpose).digest("hex");

/** What AnyCable sends as a bearer token with its calls to us. */
export const rpcKey = (secret: string): string => derived(secret, "rpc-cable");

/** What we send as a bearer token with broadcasts. */
export const broadcastKey = (secret: string): string => derived(secret, "broadcast-cable");
