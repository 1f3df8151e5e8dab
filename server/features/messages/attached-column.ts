import { type SQL, sql } from "drizzle-orm";

/** SQL condition: whether a file is attached to a message. */
export function isInMessage(fileId: SQL): SQL<boolean> {
  return sql`exists (
    select from messages m where m.attachment_ids <> '{}' and m.attachment_ids @> array[${fileId}])`;
}

/** SQL condition: whether a file is attached to a message in one of this member's conversations. */
export function isInMessageOf(fileId: SQL, memberId: SQL): SQL<boolean> {
  return sql`exists (
    select from messages m
    join conversations c on c.id = m.conversation_id
    where m.attachment_ids <> '{}' and m.attachment_ids @> array[${fileId}]
      and ${memberId} in (c.customer_id, c.advisor_id))`;
}
