import { type SQL, sql } from "drizzle-orm";

/**
 * SQL column: the average minutes until an advisor's first answer, over the conversations that customers began in the last
 * 180 days; null when there are none. An unanswered conversation counts with the time until now.
 */
export function answerMinutesColumn(advisorId: SQL, now: Date): SQL<number | null> {
  const at = sql`${now.toISOString()}::timestamptz`;
  return sql`(
    select (avg(extract(epoch from coalesce(answer.at, ${at}) - question.at)) / 60)::float
    from conversations c
    cross join lateral (
      select m.id, m.created_at as at from messages m
      where m.conversation_id = c.id and m.sender_id = c.customer_id order by m.id limit 1) question
    left join lateral (
      select m.created_at as at from messages m
      where m.conversation_id = c.id and m.sender_id = c.advisor_id and m.id > question.id order by m.id limit 1) answer on true
    where c.advisor_id = ${advisorId} and question.at > ${at} - interval '180 days')`;
}
