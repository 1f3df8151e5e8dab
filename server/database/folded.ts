import { type SQL, sql } from "drizzle-orm";

/** A text without case and accents, as the contract's `fold` returns it: "Zoë" is found as "zoe". */
export const folded = (text: SQL): SQL =>
  sql`regexp_replace(lower(normalize(${text}, NFKD)), '[\\u0300-\\u036f]', '', 'g')`;
