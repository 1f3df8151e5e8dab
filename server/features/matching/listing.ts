import { extraFieldCount, missingExtras } from "@plumbline/contract/matching/explanations.ts";
import type { Candidate, RecordFacts } from "@plumbline/contract/matching/rules.ts";
import { qualityOf } from "@plumbline/contract/matching/rules.ts";
import { present } from "@plumbline/contract/present.ts";
import type { Bus } from "../../bus/bus.ts";
import type { Clock } from "../../clock.ts";
import type { Db } from "../../database/database.ts";
import { lockListings, matchFactsOf, outdatedAfter, writeMatchRows } from "./store.ts";
import { listingsTopic } from "./topics.ts";

type Dependencies = { db: Db; bus: Bus; clock: Clock };

/** Recomputes the match rows of advisors from the tables of all features; safe to repeat at any time. */
export async function refreshListing(context: Dependencies, ids: readonly number[]): Promise<void> {
  const now = context.clock.now();
  const changed = await context.db.transaction(async (tx) => {
    await lockListings(tx, ids);
    return writeMatchRows(tx, (await matchFactsOf(tx, ids, now)).map(rowFrom), now);
  });
  if (changed.length > 0) context.bus.publish(listingsTopic, changed);
}

function rowFrom({
  ratings,
  completed,
  answerTime: { minutes, conversations },
  ...row
}: Awaited<ReturnType<typeof matchFactsOf>>[number]): Candidate & { listed: boolean; facts: RecordFacts } {
  const facts = {
    ratings: ratings.count,
    ratingSum: ratings.sum,
    completed,
    responseMinutes: minutes === null ? null : Math.round(minutes),
    conversations,
    completeness: 1 - missingExtras(row).length / extraFieldCount,
  };
  const { id, listed, expertiseAreaIds, industryIds, companySizeIds } = row;
  return { id, listed, expertiseAreaIds, industryIds, companySizeIds, facts, quality: qualityOf(facts) };
}

const batchSize = 100;
const slices = 24;

/**
 * Recomputes the rows of advisors that have none, as after an import or a crash, and every hour one slice of all others,
 * because a missing reply changes a track record without an event.
 */
export function refreshOutdated(context: Dependencies): Promise<void> {
  return refreshSlice(context, { n: context.clock.now().getUTCHours(), of: slices });
}

/** Recomputes all rows, after demo data was made without delivering its events. */
export function refreshEveryListing(context: Dependencies): Promise<void> {
  return refreshSlice(context, { n: 0, of: 1 });
}

async function refreshSlice(context: Dependencies, slice: { n: number; of: number }): Promise<void> {
  for (let after = 0; ; ) {
    const ids = await outdatedAfter(context.db, after, slice, batchSize);
    if (ids.length === 0) return;
    await refreshListing(context, ids);
    after = present(ids.at(-1));
  }
}
