import type { Declaration } from "@plumbline/contract/endpoint.ts";

/*
 * One Idempotency-Key per filled-in form (decision 46). A request that got no answer, or is still being worked on, keeps its
 * key: pressed again, or sent again after the page was loaded anew, it is the same request. Any answer ends it, and so does
 * any change of what is sent.
 */

/** A request as it is about to leave. */
export type Asking = { method: string; url: string; body: string | FormData | undefined };
type Answered = { status: number; retryAfter: string | null };

const prefix = "plumbline.request.";
const methods: readonly Declaration["method"][] = ["POST", "PUT", "PATCH"];
/** A message has its client_id, and marking as read may be done any number of times. */
const needless = /^\/api\/(messages|conversations\/read|notifications(\/\d+)?)$/;

/** Keys of this page; those of requests without passwords outlive it, in the tab's own store. */
const kept = new Map<string, string>();

/** The key to send a request with, null for one that needs none. `answered` is to be told of what came back. */
export function keyFor(asking: Asking, who: string): { key: string; answered(answer: Answered): void } | null {
  if (!methods.some((method) => method === asking.method) || needless.test(asking.url)) return null;
  const place = prefix + fingerprint(`${who} ${asking.method} ${asking.url} ${textOf(asking.body)}`);
  // Not even a trace of a password is stored.
  const lasting = typeof asking.body === "string" && !/password/i.test(asking.url + asking.body);
  const key = kept.get(place) ?? (lasting ? stored(place) : null) ?? freshKey();
  kept.set(place, key);
  if (lasting) store(place, key);
  return {
    key,
    answered: ({ status, retryAfter }) => {
      const open = status === 0 || status >= 500 || status === 429 || (status === 409 && retryAfter !== null);
      if (open) return;
      kept.delete(place);
      if (lasting) store(place, null);
    },
  };
}

function textOf(body: string | FormData | undefined): string {
  if (body === undefined || typeof body === "string") return body ?? "";
  return [...body]
    .map(([name, value]) =>
      typeof value === "string" ? `${name}=${value}` : `${name}=${value.name} ${value.size} ${value.lastModified}`,
    )
    .join("&");
}

/** Tells requests of one tab apart (cyrb53); it need not resist anybody. */
function fingerprint(text: string): string {
  let [one, two] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 2_654_435_761);
    two = Math.imul(two ^ code, 1_597_334_677);
  }
  return (one >>> 0).toString(36) + (two >>> 0).toString(36) + text.length.toString(36);
}

/** 128 random bits. `crypto.randomUUID` is there on https only. */
function freshKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function stored(place: string): string | null {
  try {
    return sessionStorage.getItem(place);
  } catch {
    return null;
  }
}

function store(place: string, key: string | null): void {
  try {
    if (key === null) sessionStorage.removeItem(place);
    else sessionStorage.setItem(place, key);
  } catch {
    // A full or forbidden store costs the key's life beyond this page, not the request.
  }
}
