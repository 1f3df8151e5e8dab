import type { Db } from "../../database/database.ts";
import { conflict, type Problem } from "../../http/problems.ts";
import { nameOf } from "./store.ts";

/** The conflict of a caller who has not read the newest version of what staff write together: who changed it, where known. */
export async function changedMeanwhile(db: Db, by: number | null | undefined, what: string): Promise<Problem> {
  const who = by == null ? "" : await nameOf(db, by);
  return conflict(`${who || "Somebody"} changed ${what} in the meantime. Please look again.`);
}
