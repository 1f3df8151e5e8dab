import type { AppContext } from "../../context.ts";
import type { Db } from "../../database/database.ts";
import { eachInTurn } from "../../outbox/each-in-turn.ts";
import { append } from "../../outbox/outbox.ts";
import { countThemes, replaceTheme } from "../engagements/choices-store.ts";
import { countWantedChoices, replaceInSearches } from "../matching/choices-store.ts";
import { countProfileChoices, replaceInProfiles } from "../profiles/choices-store.ts";
import { markReplaced, type Uses, unfinishedMerges, writeUses } from "./lists-store.ts";
import type { CountedPage } from "./uses-store.ts";

/** At most this many rows of a table are rewritten by one statement, and this many times that by one transaction. */
const batchSize = 200;
const batches = 5;
/** After how many milliseconds no save that was checked before a merge can still be under way. */
const settled = 60_000;

/**
 * Gives everybody who has one entry the other instead, as far as one transaction should go; returns whether nothing is left.
 * The members whose profiles changed are named in an event, after which the matching looks at them again.
 */
export async function replaceEntry(tx: Db, from: number, into: number, now: Date): Promise<boolean> {
  for (let batch = 0; batch < batches; batch++) {
    const members = await replaceInProfiles(tx, from, into, batchSize);
    if (members.length > 0)
      await append(tx, { kind: "reference.replaced", actorId: null, subjectId: from, data: { into, members } }, now);
    const searches = await replaceInSearches(tx, from, into, batchSize);
    const engagements = await replaceTheme(tx, from, into, batchSize);
    if (members.length < batchSize && searches < batchSize && engagements < batchSize) return true;
  }
  return false;
}

/**
 * Finishes merges: those too large for one transaction, and what was saved while the merge was made by somebody who had read
 * the list before.
 */
export async function finishMerges({ db, clock }: Pick<AppContext, "db" | "clock">): Promise<void> {
  await eachInTurn(await unfinishedMerges(db), async ({ id, into, mergedAt }) => {
    const now = clock.now();
    while (!(await db.transaction((tx) => replaceEntry(tx, id, into, now))));
    if (now.getTime() - mergedAt.getTime() > settled) await markReplaced(db, id, now);
  });
}

const pageSize = 2000;

/** Counts what uses each entry, a page of each table at a time. */
export async function countUses({ db, clock }: Pick<AppContext, "db" | "clock">): Promise<void> {
  const counted = new Map<number, Uses>();
  const add = async (of: keyof Uses, page: (db: Db, after: number, limit: number) => Promise<CountedPage>) => {
    for (let after: number | null = 0; after !== null; ) {
      const { last, counts }: CountedPage = await page(db, after, pageSize);
      for (const [id, n] of Object.entries(counts)) {
        const uses = counted.get(Number(id)) ?? { profiles: 0, searches: 0, engagements: 0 };
        uses[of] += n;
        counted.set(Number(id), uses);
      }
      after = last;
    }
  };
  await add("profiles", countProfileChoices);
  await add("searches", countWantedChoices);
  await add("engagements", countThemes);
  await writeUses(db, counted, clock.now());
}
