import { type Argon2Parameters, argon2Sync } from "node:crypto";
import { serveRequests } from "../threads.ts";

// The thread that hashes passwords one after the other (passwords.ts, ADR-005).
serveRequests((parameters: Argon2Parameters): Uint8Array => argon2Sync("argon2id", parameters));
