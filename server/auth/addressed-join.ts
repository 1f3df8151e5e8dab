import { type SQL, sql } from "drizzle-orm";
import { matches, wordsOf } from "../database/words.ts";

/** The ids of members whose e-mail address contains what is looked for, for a query of another feature (ADR-006). */
export const membersAddressed = (name: string, most: number): SQL => sql`
  select m.id from members m where ${matches(wordsOf(sql.raw("m.email")), name)} limit ${sql.raw(String(most))}`;
