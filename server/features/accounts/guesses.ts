import type { House } from "../../house.ts";
import type { Counted, Limit } from "../../platform/limits.ts";
import { tooMany } from "../../platform/problems.ts";

const quarter = 15 * 60;

/** One source at whichever accounts. Not by the contract's `limit`: that would shut out known browsers behind the same address. */
const fromSourceAMinute: Limit = { name: "guess from source a minute", most: 60, seconds: 60 };
/** Strictly: one source at one account, and no more than three times that in a day. */
const fromSource: Limit = { name: "guess from source", most: 10, seconds: quarter };
const fromSourceADay: Limit = { name: "guess from source a day", most: 30, seconds: 24 * 3600 };
/** Loosely: all strangers together at one account. It ends with its quarter of an hour, or they could shut the owner out. */
const byStrangers: Limit = { name: "guess by strangers", most: 10, seconds: quarter };
/** A browser that has signed in to the account before counts for itself: no stranger uses up its attempts. */
const byDevice: Limit = { name: "guess by device", most: 10, seconds: quarter };
/** Somebody in a session who is asked for its account's password again. */
const bySession: Limit = { name: "guess by session", most: 10, seconds: quarter };

type Guess = {
  /** It was no guess: the password was right. Takes back what was counted. */
  wasRight(): Promise<void>;
};

/**
 * Counts a guess at an account's password before it is looked at, so that guesses at the same moment are counted, too
 * (decision 49). `account` names the account as it was typed, whether or not there is one. Throws tooMany.
 */
export function countGuess(
  house: Pick<House, "limits">,
  account: string,
  { source, device }: { source: string; device: string | null },
): Promise<Guess> {
  if (device) return countAll(house, [[byDevice, `${account} ${device}`]]);
  return countAll(house, [
    [fromSourceAMinute, source],
    [fromSource, `${account} ${source}`],
    [fromSourceADay, `${account} ${source}`],
    [byStrangers, account],
  ]);
}

/** The same for the current password of whoever is signed in. Throws tooMany. */
export const countGuessInSession = (house: Pick<House, "limits">, memberId: number): Promise<Guess> =>
  countAll(house, [[bySession, String(memberId)]]);

/** Counts by all limits or by none: what one refuses is not held against the others. */
async function countAll({ limits }: Pick<House, "limits">, wanted: readonly [Limit, string][]): Promise<Guess> {
  const taken: [Limit, string][] = [];
  const giveBack = async () => {
    for (const [limit, key] of taken) await limits.giveBack(limit, key);
  };
  for (const [limit, key] of wanted) {
    const counted: Counted = await limits.take(limit, key);
    if (!counted.allowed) {
      await giveBack();
      throw tooMany(counted.resetsIn, limit.most);
    }
    taken.push([limit, key]);
  }
  return { wasRight: giveBack };
}
