import type { Clock } from "../../clock.ts";
import type { ResponseStore } from "./cache-folder.ts";

export type ContentResponse = { body: unknown; total: number };

/** `at` is when it was fetched, in milliseconds; minus infinity for a response that an earlier process stored. */
type CacheEntry = { answer: ContentResponse; text: string; at: number };

/** Why a fetch failed: no response in time, an error status, or a response that is not JSON. */
export type ContentFailure = "unreachable" | "refused" | "nonsense";

/** Up to this age a response is returned as it is, then while it is refreshed in the background. In milliseconds. */
const maxFresh = 1_000;
/**
 * How long a reader waits for the first response, in milliseconds. The embedded service runs in this process and is slow
 * only while the whole process is, so waiting longer is better than an empty page.
 */
const firstReadTimeout = { service: 3_000, embedded: 8_000 };
/** The timeout of a fetch: its response is for later readers, who do not wait for it. */
const fetchTimeout = 15_000;
/** How long after a failure an address is not fetched again. */
const pause = 5_000;
const maxEntries = 500;
/** The largest response, in bytes: a hundred cards have a few hundred thousand. */
const maxSize = 16 * 1024 * 1024;

/** `failure` is null when the service answers that the address does not exist, which is no fault. */
class Failed extends Error {
  readonly failure: ContentFailure | null;
  constructor(failure: ContentFailure | null) {
    super(failure ?? "not there");
    this.failure = failure;
  }
}

/** Rejects with Failed for a body that breaks off, and for one that is too large or never ends. */
async function textOf({ body }: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of body ?? []) {
      size += piece.length;
      if (size > maxSize) throw new Failed("nonsense");
      pieces.push(piece);
    }
  } catch (error) {
    throw error instanceof Failed ? error : new Failed("unreachable");
  }
  return new TextDecoder().decode(Buffer.concat(pieces));
}

/** How many items a list has, as its header says; NaN where it says no number. */
const totalIn = ({ headers }: Response) => Number(/^\d{1,9}$/.exec(headers.get("x-wp-total") ?? "")?.[0] ?? Number.NaN);

/**
 * A stale-while-revalidate cache of JSON responses that keeps the last good response of each address, over restarts
 * where a `store` is given. Nobody waits for the service who can be given a response, however old (ADR-019): the next
 * reader gets the one that was fetched behind it. Only the first reader of an address waits, for a while, and gets null
 * if there is none then. An address is fetched once at a time. An unchanged response is the same object as before.
 */
export function openResponseCache({
  clock,
  fetchJson = fetch,
  headers = {},
  ownOrigin,
  store = null,
  onFailure = () => {},
  onAnswer = () => {},
}: {
  clock: Clock;
  fetchJson?: (address: string, options: RequestInit) => Promise<Response>;
  headers?: Record<string, string>;
  /** Our own origin, which is removed from links and pictures so that they work under every name of this site. */
  ownOrigin?: string | undefined;
  store?: ResponseStore | null;
  onFailure?: (address: string, failure: ContentFailure) => void;
  onAnswer?: (address: string) => void;
}) {
  const entries = new Map<string, CacheEntry>();
  const failed = new Map<string, number>();
  const pending = new Map<string, Promise<ContentResponse | null>>();
  /** How often all copies were thrown away: a fetch that began before has nothing to keep. */
  let forgotten = 0;
  const readTimeout = ownOrigin === undefined ? firstReadTimeout.service : firstReadTimeout.embedded;
  const now = () => clock.now().getTime();
  // After the clock was set back, a moment may lie in the future, and its age is unknown.
  const ago = (moment: number) => (moment > now() ? Number.POSITIVE_INFINITY : now() - moment);

  const withoutOrigin = (_key: string, value: unknown) =>
    ownOrigin && typeof value === "string" && value.includes(ownOrigin) ? value.replaceAll(ownOrigin, "") : value;

  function parsed(text: string, total: number): ContentResponse {
    const body: unknown = JSON.parse(text, withoutOrigin);
    return { body, total: Number.isNaN(total) ? (Array.isArray(body) ? body.length : 1) : total };
  }

  function remember(address: string, one: CacheEntry) {
    entries.delete(address);
    entries.set(address, one);
    // The map is in order of insertion: the first entry is the one refreshed longest ago.
    for (const oldest of entries.keys()) {
      if (entries.size <= maxEntries) break;
      entries.delete(oldest);
    }
  }

  async function get(address: string): Promise<ContentResponse> {
    const began = forgotten;
    const response = await fetchJson(address, { headers, signal: AbortSignal.timeout(fetchTimeout) }).catch(() => {
      throw new Failed("unreachable");
    });
    // Maintenance pages and firewalls answer HTML, with any status.
    const json = response.headers.get("content-type")?.includes("json") === true;
    if (!response.ok) throw new Failed(response.status < 500 && json ? null : "refused");
    if (!json) throw new Failed("nonsense");
    const text = await textOf(response);
    const total = totalIn(response);
    const before = entries.get(address);
    let answer = before?.answer;
    if (!answer || before?.text !== text || (answer.total !== total && !Number.isNaN(total))) {
      try {
        answer = parsed(text, total);
      } catch {
        throw new Failed("nonsense");
      }
      // A full disk loses the copy for the next start, not this response.
      store?.write(address, { text, total: answer.total }).catch(() => {});
    } else store?.touch(address).catch(() => {});
    if (began === forgotten) remember(address, { answer, text, at: now() });
    return answer;
  }

  function refresh(address: string): Promise<ContentResponse | null> {
    const running = pending.get(address);
    if (running) return running;
    const fetching = get(address)
      .then(
        (answer) => {
          failed.delete(address);
          onAnswer(address);
          return answer;
        },
        (error: unknown) => {
          if (failed.size >= maxEntries) failed.clear();
          failed.set(address, now());
          const failure = error instanceof Failed ? error.failure : "nonsense";
          if (failure) onFailure(address, failure);
          return null;
        },
      )
      .finally(() => {
        if (pending.get(address) === fetching) pending.delete(address);
      });
    pending.set(address, fetching);
    return fetching;
  }

  /** The result of a fetch if it arrives in time, else null. */
  async function within(fetching: Promise<ContentResponse | null>, time: number): Promise<ContentResponse | null> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timedOut = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), time);
    });
    const answer = await Promise.race([fetching, timedOut]);
    clearTimeout(timer);
    return answer;
  }

  /** The cached response, or the one that an earlier process stored. */
  async function copyOf(address: string): Promise<CacheEntry | undefined> {
    const known = entries.get(address);
    if (known || !store) return known;
    const stored = await store.read(address);
    if (!stored || entries.has(address)) return entries.get(address);
    try {
      remember(address, { answer: parsed(stored.text, stored.total), text: stored.text, at: Number.NEGATIVE_INFINITY });
    } catch {
      // An unreadable file counts as none.
    }
    return entries.get(address);
  }

  async function read(address: string): Promise<ContentResponse | null> {
    const copy = entries.get(address) ?? (await copyOf(address));
    const paused = ago(failed.get(address) ?? Number.NEGATIVE_INFINITY) < pause;
    const isFresh = copy !== undefined && ago(copy.at) <= maxFresh;
    if (paused || isFresh) return copy?.answer ?? null;
    const refreshing = refresh(address);
    return copy?.answer ?? within(refreshing, readTimeout);
  }

  /** Refreshes, one after the other, the responses that were not fetched for `age` milliseconds. */
  async function refreshOlderThan(age: number): Promise<void> {
    for (const [address, { at }] of [...entries]) if (ago(at) > age) await refresh(address);
  }

  function forget(): void {
    forgotten += 1;
    entries.clear();
    pending.clear();
  }

  return { read, refreshOlderThan, forget };
}
