import type { Clock } from "../../platform/clock.ts";
import type { CopyStore } from "./kept-copies.ts";

export type Answered = { body: unknown; total: number };

/** `at` is when it was fetched, in milliseconds; minus infinity for one that an earlier start left. */
type Kept = { answer: Answered; text: string; at: number };

/** Why a fetch brought nothing: nobody answered in time, it answered an error, or what it answered is no JSON of ours. */
export type ContentFailure = "unreachable" | "refused" | "nonsense";

/** A copy this young is the truth; one a little older is given while a newer one is fetched behind it. */
const fresh = 1_000;
const tolerable = 2_000;
/** How long a reader waits for a newer copy than the one at hand, and, as a person would, for one that was never seen. */
const waits = { newer: 250, first: 3_000 };
/** A service in our own process is slow only while all of it is: then everybody waits anyway. */
const waitsAtHome = { newer: 2_000, first: 8_000 };
/** Somewhere behind, a slow service may take this long; its answer is for those who come later. */
const longest = 15_000;
/** An address that failed, and a service that let someone wait, are left alone for so long. */
const pause = 5_000;
const most = 500;

/** Null for what the service says is not there: it is well. */
class Failed extends Error {
  readonly failure: ContentFailure | null;
  constructor(failure: ContentFailure | null) {
    super(failure ?? "not there");
    this.failure = failure;
  }
}

/**
 * Fetches JSON and keeps the last good answer of each address, over restarts where a store is given. A change in the
 * service is seen within `tolerable`; while it is slow or down the last copy is given after a moment, and null where
 * there is none. One address is fetched once at a time. Whoever has a copy does not wait again for a while after somebody
 * waited in vain; whoever has none waits up to `waits.first`. An answer that has not changed is the same object as before.
 */
export function lastGoodCopies({
  clock,
  fetchJson = fetch,
  headers = {},
  own,
  store = null,
  onFailure = () => {},
  onAnswer = () => {},
}: {
  clock: Clock;
  fetchJson?: (address: string, options: RequestInit) => Promise<Response>;
  headers?: Record<string, string>;
  /** An address that is ours: it is taken off links and pictures, so that they work by whatever name we are reached. */
  own?: string | undefined;
  store?: CopyStore | null;
  onFailure?: (address: string, failure: ContentFailure) => void;
  onAnswer?: (address: string) => void;
}) {
  const kept = new Map<string, Kept>();
  const failed = new Map<string, number>();
  const underway = new Map<string, Promise<Answered | null>>();
  const { newer, first } = own === undefined ? waits : waitsAtHome;
  let waitedInVain = Number.NEGATIVE_INFINITY;
  const now = () => clock.now().getTime();

  const atHome = (_key: string, value: unknown) =>
    own && typeof value === "string" && value.includes(own) ? value.replaceAll(own, "") : value;

  function parsed(text: string, total: number): Answered {
    const body: unknown = JSON.parse(text, atHome);
    return { body, total: Number.isNaN(total) ? (Array.isArray(body) ? body.length : 1) : total };
  }

  function keep(address: string, one: Kept) {
    kept.delete(address);
    kept.set(address, one);
    // The map keeps the order of storing: the first is the one that was renewed longest ago.
    for (const oldest of kept.keys()) {
      if (kept.size <= most) break;
      kept.delete(oldest);
    }
  }

  async function get(address: string): Promise<Answered> {
    const response = await fetchJson(address, { headers, signal: AbortSignal.timeout(longest) }).catch(() => {
      throw new Failed("unreachable");
    });
    // Maintenance pages and firewalls answer HTML, with any status.
    const json = response.headers.get("content-type")?.includes("json") === true;
    if (!response.ok) throw new Failed(response.status < 500 && json ? null : "refused");
    if (!json) throw new Failed("nonsense");
    const text = await response.text().catch(() => {
      throw new Failed("unreachable");
    });
    const total = Number(response.headers.get("x-wp-total") ?? Number.NaN);
    const before = kept.get(address);
    let answer = before?.answer;
    if (!answer || before?.text !== text || (answer.total !== total && !Number.isNaN(total))) {
      try {
        answer = parsed(text, total);
      } catch {
        throw new Failed("nonsense");
      }
      // A disk that takes no more costs the copy for after a restart, not this answer.
      store?.write(address, { text, total: answer.total }).catch(() => {});
    }
    keep(address, { answer, text, at: now() });
    return answer;
  }

  function renewed(address: string): Promise<Answered | null> {
    const already = underway.get(address);
    if (already) return already;
    const fetching = get(address)
      .then(
        (answer) => {
          failed.delete(address);
          onAnswer(address);
          return answer;
        },
        (error: unknown) => {
          if (failed.size >= most) failed.clear();
          failed.set(address, now());
          const failure = error instanceof Failed ? error.failure : "nonsense";
          if (failure) onFailure(address, failure);
          return null;
        },
      )
      .finally(() => underway.delete(address));
    underway.set(address, fetching);
    return fetching;
  }

  /** What comes of it within the time, else null. */
  async function within(fetching: Promise<Answered | null>, time: number): Promise<Answered | null> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => {
        waitedInVain = now();
        resolve(null);
      }, time);
    });
    const answer = await Promise.race([fetching, late]);
    clearTimeout(timer);
    return answer;
  }

  /** The copy at hand, or the one that an earlier start left. */
  async function copyOf(address: string): Promise<Kept | undefined> {
    const known = kept.get(address);
    if (known || !store) return known;
    const left = await store.read(address);
    if (!left || kept.has(address)) return kept.get(address);
    try {
      keep(address, { answer: parsed(left.text, left.total), text: left.text, at: Number.NEGATIVE_INFINITY });
    } catch {
      // Not one of ours: as if there were none.
    }
    return kept.get(address);
  }

  return async function read(address: string): Promise<Answered | null> {
    const copy = kept.get(address) ?? (await copyOf(address));
    const resting = now() - (failed.get(address) ?? Number.NEGATIVE_INFINITY) < pause;
    const age = copy ? now() - copy.at : Number.POSITIVE_INFINITY;
    if (resting || age <= fresh) return copy?.answer ?? null;
    const renewing = renewed(address);
    if (!copy) return within(renewing, first);
    const behind = age <= tolerable || now() - waitedInVain < pause;
    return behind ? copy.answer : ((await within(renewing, newer)) ?? copy.answer);
  };
}
