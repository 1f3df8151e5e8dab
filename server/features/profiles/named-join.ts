import { type SQL, sql } from "drizzle-orm";
import { matches } from "../../database/words.ts";
import { profileWords } from "./schema.ts";

/** The ids of members whose name and company contain what is looked for, for a query of another feature (ADR-006). */
export const membersNamed = (name: string, most: number): SQL => sql`
  select p.member_id as id from profiles p
  where ${matches(profileWords(sql.raw("p.name"), sql.raw("p.company_name")), name)} limit ${sql.raw(String(most))}`;
