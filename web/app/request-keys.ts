import { readStored, storedKeys, writeStored } from "./browser-storage.ts";
import { isPassing } from "./failure.ts";

/*
 * One Idempotency-Key per input of a form (decision 46). A request without a response, or one still in progress, keeps
 * its key: sent again, even after the page was reloaded, it is the same request. A response ends the key, and so does a
 * change of the input. So does another change of the same thing: what was switched on, off, and is switched on again is
 * not the first request sent again. What is sent from a draft has a key that is made of the draft's own and the input:
 * another tab that shows the same draft sends the same request.
 */

/** A request before it is sent. */
export type Asking = { method: string; url: string; body: string | FormData | undefined };
type Answered = { status: number; retryAfter: string | null };

const prefix = "plumbline.request.";
const changing = /^(POST|PUT|PATCH)$/;
/** Need no key: a message has its client_id, and marking as read may be repeated. */
export const withoutKey = /^\/api\/(messages|conversations\/read|notifications(\/\d+)?)$/;

/** The keys of this page; those of requests without passwords are also stored in the tab's session storage. */
const kept = new Map<string, string>();

/**
 * The key to send with a request, null for one that needs none. `draft` is the key of the draft that it sends. Call
 * `answered` with the response.
 */
export function keyFor(
  asking: Asking,
  who: string,
  draft: string | null = null,
): { key: string; answered(answer: Answered): void } | null {
  if (!changing.test(asking.method) || withoutKey.test(asking.url)) return null;
  const input = fingerprint(`${who} ${asking.method} ${asking.url} ${textOf(asking.body)}`);
  if (draft) return { key: draft + input, answered: () => {} };
  const place = (placesOf(asking.url) || prefix) + input;
  // For requests with passwords not even a fingerprint is stored.
  const lasting = typeof asking.body === "string" && !/password/i.test(asking.url + asking.body);
  const key = kept.get(place) ?? (lasting ? keyIn(readStored("session", place)) : null) ?? freshKey();
  kept.set(place, key);
  if (lasting) writeStored("session", place, key);
  return {
    key,
    answered: ({ status, retryAfter }) => {
      const open = isPassing(status) || (status === 409 && retryAfter !== null);
      if (open) return;
      kept.delete(place);
      if (lasting) writeStored("session", place, null);
    },
  };
}

/** Ends the keys of requests without a response that were about the same thing as a change that has been made. */
export function changed(url: string): void {
  if (asksOnly.test(url)) return;
  const places = placesOf(url);
  for (const place of places ? [...kept.keys(), ...storedKeys("session")] : []) {
    if (!place.startsWith(places)) continue;
    kept.delete(place);
    writeStored("session", place, null);
  }
}

/** Answers a question, by POST, and changes nothing that was asked for before. */
const asksOnly = /\/(preview|check|check_coupon|refresh)$/;

/**
 * Where the keys are of the thing that an address is about: "/api/projects/7" for all that is done with that project,
 * "/api/payment/subscriptions" for cancelling and resuming. Empty for what makes another thing each time.
 */
function placesOf(url: string): string {
  const [thing] = /^\/api\/(back-office\/)?[^/?]+\/[^/?]+/.exec(url) ?? [];
  return thing ? `${prefix}${fingerprint(thing)}.` : "";
}

function textOf(body: string | FormData | undefined): string {
  if (body === undefined || typeof body === "string") return body ?? "";
  return [...body]
    .map(([name, value]) =>
      typeof value === "string" ? `${name}=${value}` : `${name}=${value.name} ${value.size} ${value.lastModified}`,
    )
    .join("&");
}

/** Distinguishes the requests of one tab (cyrb53); it need not be secure. */
function fingerprint(text: string): string {
  let [one, two] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 2_654_435_761);
    two = Math.imul(two ^ code, 1_597_334_677);
  }
  return (one >>> 0).toString(36) + (two >>> 0).toString(36) + text.length.toString(36);
}

/** A stored key; null for what is none, which no header could have. */
export const keyIn = (stored: unknown): string | null => (/^\d+(-\d+){3}$/.test(`${stored}`) ? `${stored}` : null);

/** 128 random bits. `crypto.randomUUID` exists on https only. */
export const freshKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join("-");
