import type { Candidate, RecordFacts } from "@plumbline/contract/matching/rules.ts";
import { qualityOf } from "@plumbline/contract/matching/rules.ts";
import { extras, missingExtras } from "@plumbline/contract/matching/words.ts";
import type { House } from "../../house.ts";
import { lockListings, matchFactsOf, outdatedAfter, writeMatchRows } from "./store.ts";

/** The bus carries ids of advisors whose row says something new; every process's index reads them again. */
export const listingChanged = "matching";

type Parts = Pick<House, "db" | "bus" | "clock">;

/** Works out the rows of advisors anew, from what every feature knows of them; safe to repeat at any time. */
export async function refreshListing(house: Parts, ids: readonly number[]): Promise<void> {
  const now = house.clock.now();
  const changed = await house.db.transaction(async (tx) => {
    await lockListings(tx, ids);
    return writeMatchRows(tx, (await matchFactsOf(tx, ids, now)).map(rowFrom), now);
  });
  if (changed.length > 0) house.bus.publish(listingChanged, changed);
}

function rowFrom({
  ratings,
  completed,
  responseMinutes,
  ...row
}: Awaited<ReturnType<typeof matchFactsOf>>[number]): Candidate & { listed: boolean; facts: RecordFacts } {
  const facts = {
    ratings: ratings.count,
    ratingSum: ratings.sum,
    completed,
    responseMinutes: responseMinutes === null ? null : Math.round(responseMinutes),
    completeness: 1 - missingExtras(row).length / extras,
  };
  const { id, listed, expertiseAreaIds, industryIds, companySizeIds } = row;
  return { id, listed, expertiseAreaIds, industryIds, companySizeIds, facts, quality: qualityOf(facts) };
}

const batch = 100;
const hours = 24;

/**
 * Advisors without a row, after an import or a crash; and a slice of all the others each hour, because an answer that
 * does not come changes a track record without any event.
 */
export function refreshOutdated(house: Parts): Promise<void> {
  return refreshSlice(house, { n: house.clock.now().getUTCHours(), of: hours });
}

/** Everyone at once, where events were not delivered one by one: after the demo data was made. */
export function refreshEveryListing(house: Parts): Promise<void> {
  return refreshSlice(house, { n: 0, of: 1 });
}

async function refreshSlice(house: Parts, slice: { n: number; of: number }): Promise<void> {
  for (let after = 0; ; ) {
    const ids = await outdatedAfter(house.db, after, slice, batch);
    if (ids.length === 0) return;
    await refreshListing(house, ids);
    after = ids.at(-1) as number;
  }
}
