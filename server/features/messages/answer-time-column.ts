import { type SQL, sql } from "drizzle-orm";

/**
 * Minutes until an advisor's first answer, on average over the conversations that customers began in the last half year,
 * as a column of a query that names the advisor; null where nobody has written. Silence counts as long as it lasts.
 */
export function answerMinutesColumn(advisorId: SQL, now: Date): SQL<number | null> {
  const at = sql`${now.toISOString()}::timestamptz`;
  return sql`(
    select (avg(extract(epoch from coalesce(answer.at, ${at}) - question.at)) / 60)::float
    from conversations c
    cross join lateral (select min(m.created_at) as at from messages m where m.conversation_id = c.id and m.sender_id = c.customer_id) question
    left join lateral (
      select min(m.created_at) as at from messages m
      where m.conversation_id = c.id and m.sender_id = c.advisor_id and m.created_at >= question.at) answer on true
    where c.advisor_id = ${advisorId} and question.at > ${at} - interval '180 days')`;
}
