import type { AppContext } from "../../context.ts";
import type { Limit, LimitResult } from "../../http/limits.ts";
import { tooManyRequests } from "../../http/problems.ts";

const windowSeconds = 15 * 60;

/** Per source, over all accounts. The contract's `limit` is not used, because it would also block known devices at that address. */
const perSourceAndMinute: Limit = { name: "guess from source a minute", max: 60, seconds: 60 };
/** Per source and account: ten in a quarter of an hour, and three times that in a day. */
const perSource: Limit = { name: "guess from source", max: 10, seconds: windowSeconds };
const perSourceAndDay: Limit = { name: "guess from source a day", max: 30, seconds: 24 * 3600 };
/** Per account, over all unknown devices. There is no daily limit, or strangers could lock the owner out for a day. */
const byUnknownDevices: Limit = { name: "guess by strangers", max: 10, seconds: windowSeconds };
/** Per known device, so that strangers cannot use up its attempts. */
const byDevice: Limit = { name: "guess by device", max: 10, seconds: windowSeconds };
/** For members who are signed in and asked for their password again. */
const bySession: Limit = { name: "guess by session", max: 10, seconds: windowSeconds };

type Guess = {
  /** The password was right: undoes the counting. */
  cancel(): Promise<void>;
};

/**
 * Counts a password attempt before the password is checked, so that concurrent attempts are counted too (decision 49).
 * `account` is the account as typed, whether or not it exists. Throws tooMany.
 */
export function countGuess(
  context: Pick<AppContext, "limits">,
  account: string,
  { source, device }: { source: string; device: string | null },
): Promise<Guess> {
  if (device) return countAll(context, [[byDevice, `${account} ${device}`]]);
  return countAll(context, [
    [perSourceAndMinute, source],
    [perSource, `${account} ${source}`],
    [perSourceAndDay, `${account} ${source}`],
    [byUnknownDevices, account],
  ]);
}

/** The same for a signed-in member's current password. Throws tooMany. */
export const countGuessInSession = (context: Pick<AppContext, "limits">, memberId: number): Promise<Guess> =>
  countAll(context, [[bySession, String(memberId)]]);

/** Counts against all limits or none: if one is exceeded, the others are released. */
async function countAll(
  { limits }: Pick<AppContext, "limits">,
  limitsToTake: readonly [Limit, string][],
): Promise<Guess> {
  const taken: [Limit, string][] = [];
  const releaseAll = async () => {
    for (const [limit, key] of taken) await limits.release(limit, key);
  };
  for (const [limit, key] of limitsToTake) {
    const counted: LimitResult = await limits.take(limit, key);
    if (!counted.allowed) {
      await releaseAll();
      throw tooManyRequests(counted.resetsIn, limit.max);
    }
    taken.push([limit, key]);
  }
  return { cancel: releaseAll };
}
