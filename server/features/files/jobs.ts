import { removedAfter } from "@plumbline/contract/files/rules.ts";
import type { House } from "../../house.ts";
import type { Job } from "../../platform/jobs.ts";
import { deleteUnattached, knownKeys } from "./store.ts";

export const filesJobs: Job[] = [
  { name: "remove unattached uploads", everySeconds: 3600, run: removeUnattached },
  { name: "remove what uploads left behind", everySeconds: 3600, run: removeLeftovers },
];

const batch = 500;

/** Removes uploads of more than a day ago that were never attached, and photos that another has replaced. */
export async function removeUnattached(house: House): Promise<void> {
  const before = new Date(house.clock.now().getTime() - removedAfter);
  for (;;) {
    // The row first: bytes without a row are found by the next job, a row without bytes would be a broken file.
    const keys = await deleteUnattached(house.db, before, batch);
    for (const key of keys) await house.store.remove(key);
    if (keys.length < batch) return;
  }
}

/** No upload takes longer: slow-clients.ts ends it. */
const longestUpload = 3600_000;
/** More lost bytes than these, and more than a tenth of all, are a store that belongs to another database. */
const fewLeftovers = 100;

/**
 * Removes what processes that were killed left: halves of uploads, and bytes whose row was never written. A folder with many
 * unknown files is somebody else's, or the database was restored from an old backup: nothing is removed then, and a person told.
 */
export async function removeLeftovers(house: House): Promise<void> {
  const now = house.clock.now().getTime();
  await house.store.clearIncoming(new Date(now - longestUpload));
  const unknown: string[] = [];
  let all = 0;
  let keys: string[] = [];
  const look = async () => {
    const known = await knownKeys(house.db, keys);
    for (const key of keys) {
      if (known.has(key)) continue;
      const writtenAt = await house.store.writtenAt(key);
      if (writtenAt && writtenAt.getTime() < now - removedAfter) unknown.push(key);
    }
    keys = [];
  };
  for await (const key of house.store.keys()) {
    all += 1;
    if (keys.push(key) >= batch) await look();
  }
  if (keys.length > 0) await look();
  if (unknown.length > fewLeftovers && unknown.length > all / 10) {
    const counts = { unknown: unknown.length, all };
    house.log.error(
      counts,
      "many stored files are not in the database: is DATA_DIR this database's? Nothing was removed",
    );
    return;
  }
  for (const key of unknown) await house.store.remove(key);
}
