import { createHash } from "node:crypto";
import { StripeProblem } from "./problems.ts";
import type { Answer, Store } from "./store.ts";

const day = 86_400;

export type Keyed = { name: string; fingerprint: string };

/** The idempotency key of a POST within its account, with a fingerprint of its path and parameters. */
export function keyedRequest(key: string, account: string, path: string, body: string): Keyed {
  if (key.length > 255) {
    throw new StripeProblem(400, "idempotency_error", "Idempotency keys may be at most 255 characters long.");
  }
  const sorted = [...new URLSearchParams(body)].map(([name, value]) => `${name}=${value}`).sort();
  const fingerprint = createHash("sha256")
    .update(JSON.stringify([path, sorted]))
    .digest("hex");
  return { name: `${account}:${key}`, fingerprint };
}

/** The stored first answer, if any. Throws when the key was used for another request. Keys expire after a day. */
export function earlierAnswer(store: Store, keyed: Keyed, now: number, key: string): Answer | undefined {
  const stored = store.answer(keyed.name, now - day);
  if (stored && stored.fingerprint !== keyed.fingerprint) {
    throw new StripeProblem(
      400,
      "idempotency_error",
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    );
  }
  return stored;
}

/** A request with the same key is still running. */
export function inUse(key: string): StripeProblem {
  return new StripeProblem(
    409,
    "invalid_request_error",
    `There is currently another in-progress request using this Idempotent Key (${key}). Please try again later.`,
    { code: "idempotency_key_in_use" },
  );
}

/** Validation errors are not stored: the same key may be used again with corrected parameters. */
export function isStored(problem: StripeProblem): boolean {
  if (problem.type === "idempotency_error" || [401, 403, 409, 429].includes(problem.status)) return false;
  return (
    problem.type !== "invalid_request_error" ||
    !/^(parameter_|resource_missing)/.test(problem.details.code ?? "parameter_")
  );
}
