import { type SQL, sql } from "drizzle-orm";

/** SQL condition: whether a file belongs to a decision about a member, or to an appeal. */
export function isInSanction(fileId: SQL): SQL<boolean> {
  return sql`(exists (
      select from sanctions s where s.file_ids <> '{}' and s.file_ids @> array[${fileId}])
    or exists (select from appeals a where a.file_ids <> '{}' and a.file_ids @> array[${fileId}]))`;
}

/** SQL condition: whether a file is evidence of a decision about this member. */
export function isEvidenceAbout(fileId: SQL, memberId: SQL): SQL<boolean> {
  return sql`exists (
    select from sanctions s where s.file_ids <> '{}' and s.file_ids @> array[${fileId}] and s.member_id = ${memberId})`;
}
