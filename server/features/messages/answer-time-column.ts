import { type SQL, sql } from "drizzle-orm";

/**
 * SQL column: how long an advisor usually lets a customer wait for the first answer, in minutes (the median), and over how
 * many conversations: of the 200 with the latest messages, those that customers began in the last 180 days. One that has
 * waited for more than a day counts with the time until now, a younger one not yet.
 */
export function answerTimeColumn(advisorId: SQL, now: Date): SQL<{ minutes: number | null; conversations: number }> {
  const at = sql`${now.toISOString()}::timestamptz`;
  return sql`(
    select json_build_object(
      'minutes', percentile_cont(0.5) within group (order by extract(epoch from coalesce(answered_at, ${at}) - asked_at)) / 60,
      'conversations', count(*))
    from (
      select c.asked_at, c.answered_at from conversations c
      where c.advisor_id = ${advisorId} order by c.last_message_id desc limit 200) latest
    where asked_at > ${at} - interval '180 days' and (answered_at is not null or asked_at < ${at} - interval '1 day'))`;
}

/** SQL column: the median of the hours that those waited who were first answered within two moments; null when none was. */
export const answerHoursColumn = (from: SQL, to: SQL): SQL<number | null> => sql`(
  select percentile_cont(0.5) within group (order by extract(epoch from c.answered_at - c.asked_at)) / 3600
  from conversations c where c.answered_at >= ${from} and c.answered_at < ${to})`;
