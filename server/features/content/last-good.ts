import type { Clock } from "../../platform/clock.ts";

export type Answered = { body: unknown; total: number };

type Kept = { answer: Answered; text: string; at: number };

/** A copy this young is the truth; one a little older is given while a newer one is fetched behind it. */
const fresh = 1_000;
const tolerable = 2_000;
/** How long a reader waits for a newer copy than the one at hand, and for one that was never seen. */
const waits = { newer: 250, first: 500 };
/** A service in our own process is slow only while all of it is: then everybody waits anyway. */
const waitsAtHome = { newer: 2_000, first: 8_000 };
/** Somewhere behind, a slow service may take this long; its answer is for those who come later. */
const longest = 15_000;
/** An address that failed, and a service that let someone wait, are left alone for so long. */
const pause = 5_000;
const most = 500;

/**
 * Fetches JSON and keeps the last good answer of each address. A change in the service is seen within `tolerable`; while
 * it is slow or down the last copy is given after a moment, and null where there is none. One address is fetched once at
 * a time, and once somebody has waited in vain nobody else waits for a while. An answer that has not changed is the same
 * object as before.
 */
export function lastGoodCopies({
  clock,
  headers = {},
  own,
}: {
  clock: Clock;
  headers?: Record<string, string>;
  /** An address that is ours: it is taken off links and pictures, so that they work by whatever name we are reached. */
  own?: string | undefined;
}) {
  const kept = new Map<string, Kept>();
  const failed = new Map<string, number>();
  const underway = new Map<string, Promise<Answered | null>>();
  const { newer, first } = own === undefined ? waits : waitsAtHome;
  let waitedInVain = Number.NEGATIVE_INFINITY;
  const now = () => clock.now().getTime();

  const atHome = (_key: string, value: unknown) =>
    own && typeof value === "string" && value.includes(own) ? value.replaceAll(own, "") : value;

  async function get(address: string): Promise<Answered | null> {
    try {
      const response = await fetch(address, { headers, signal: AbortSignal.timeout(longest) });
      // Maintenance pages and firewalls answer HTML, with any status.
      if (!response.ok || !response.headers.get("content-type")?.includes("json")) return null;
      const text = await response.text();
      const total = Number(response.headers.get("x-wp-total") ?? Number.NaN);
      const before = kept.get(address);
      let answer = before?.answer;
      if (!answer || before?.text !== text || (answer.total !== total && !Number.isNaN(total))) {
        const body: unknown = JSON.parse(text, atHome);
        answer = { body, total: Number.isNaN(total) ? (Array.isArray(body) ? body.length : 1) : total };
      }
      kept.delete(address);
      kept.set(address, { answer, text, at: now() });
      // The map keeps the order of storing: the first is the one that was renewed longest ago.
      for (const oldest of kept.keys()) {
        if (kept.size <= most) break;
        kept.delete(oldest);
      }
      return answer;
    } catch {
      return null;
    }
  }

  function renewed(address: string): Promise<Answered | null> {
    const already = underway.get(address);
    if (already) return already;
    const fetching = get(address).then((answer) => {
      underway.delete(address);
      if (answer) failed.delete(address);
      else {
        if (failed.size >= most) failed.clear();
        failed.set(address, now());
      }
      return answer;
    });
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

  return async function read(address: string): Promise<Answered | null> {
    const copy = kept.get(address);
    const resting = now() - (failed.get(address) ?? Number.NEGATIVE_INFINITY) < pause;
    const age = copy ? now() - copy.at : Number.POSITIVE_INFINITY;
    if (resting || age <= fresh) return copy?.answer ?? null;
    const renewing = renewed(address);
    const behind = age <= tolerable || now() - waitedInVain < pause;
    if (copy) return behind ? copy.answer : ((await within(renewing, newer)) ?? copy.answer);
    return behind ? null : within(renewing, first);
  };
}
