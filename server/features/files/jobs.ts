import { removedAfter } from "@plumbline/contract/files/rules.ts";
import { installationOf } from "../../cards/cards.ts";
import type { AppContext } from "../../context.ts";
import type { Stored } from "../../files/store.ts";
import type { Job } from "../../outbox/jobs.ts";
import { deleteUnattached, knownKeys } from "./store.ts";

export const filesJobs: Job[] = [
  { name: "remove unattached uploads", everySeconds: 3600, run: removeUnattached },
  { name: "remove leftovers of interrupted uploads", everySeconds: 3600, run: removeLeftovers },
];

const batchSize = 500;

/** Removes uploads older than a day that were never attached, and replaced photos. */
export async function removeUnattached(context: AppContext): Promise<void> {
  const before = new Date(context.clock.now().getTime() - removedAfter);
  for (;;) {
    // The row goes first: bytes without a row are found by the next job, a row without bytes would be a broken file.
    const { checked, keys } = await deleteUnattached(context.db, before, batchSize);
    for (const key of keys) await context.store.remove(key);
    if (checked < batchSize) return;
  }
}

/** In milliseconds; slow-clients.ts ends longer uploads. */
const maxUploadTime = 3600_000;
/** With more unknown files than this, and more than a tenth of all, the store probably belongs to another database. */
const maxLeftovers = 100;

/**
 * Removes what killed processes left: partial uploads, and bytes whose row was never written. A store that is another
 * installation's is left as it is; one with many unknown files may belong to another database, or the database was restored
 * from an old backup: then nothing is removed, and the log says so.
 */
export async function removeLeftovers(context: AppContext): Promise<void> {
  const now = context.clock.now().getTime();
  await context.store.clearIncoming(new Date(now - maxUploadTime));
  const { owner, setting } = context.store;
  const own = installationOf(context);
  const named = owner && (await owner.read());
  if (named && named !== own) {
    context.log.error({ named, own }, `another installation keeps its files in ${setting}: nothing was removed`);
    return;
  }
  const unknown: string[] = [];
  let all = 0;
  let batch: Stored[] = [];
  const checkBatch = async () => {
    const known = await knownKeys(
      context.db,
      batch.map(({ key }) => key),
    );
    for (const file of batch) {
      if (known.has(file.key)) continue;
      const writtenAt = await file.writtenAt();
      if (writtenAt && writtenAt.getTime() < now - removedAfter) unknown.push(file.key);
    }
    batch = [];
  };
  for await (const file of context.store.stored()) {
    all += 1;
    if (batch.push(file) >= batchSize) await checkBatch();
  }
  if (batch.length > 0) await checkBatch();
  if (owner && !named) {
    // Among the files of another one that has not said so yet, ours are few.
    if (unknown.length > all / 2) {
      context.log.error(
        { unknown: unknown.length, all },
        `${setting} may be another installation's: nothing was removed`,
      );
      return;
    }
    await owner.write(own);
  }
  if (unknown.length > maxLeftovers && unknown.length > all / 10) {
    const counts = { unknown: unknown.length, all };
    context.log.error(
      counts,
      `many stored files are not in the database: is ${setting} this database's? Nothing was removed`,
    );
    return;
  }
  for (const key of unknown) await context.store.remove(key);
}
