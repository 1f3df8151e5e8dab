import { type SQL, sql } from "drizzle-orm";

/** SQL condition: whether a file is in an answer to a dispute, or in a draft of one. */
export function isInDisputeAnswer(fileId: SQL): SQL<boolean> {
  return sql`exists (
    select from dispute_answers a where a.file_ids <> '{}' and a.file_ids @> array[${fileId}])`;
}
