import { type SQL, sql } from "drizzle-orm";
import { matches, wordsOf } from "../../database/words.ts";

/** The ids of engagements whose titles contain what is looked for, for a query of another feature (ADR-006). */
export const engagementsNamed = (name: string, most: number): SQL => sql`
  select e.id from engagements e where ${matches(wordsOf(sql.raw("e.name")), name)} limit ${sql.raw(String(most))}`;
