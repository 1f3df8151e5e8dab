import { sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";

/** So many of the latest messages are counted, and so many days are named. */
const mostCounted = 1000;
const mostDays = 60;

/** Who wrote how many messages on which day in London, oldest first; never what was written. */
export async function messageDaysBetween(
  db: Db,
  { customerId, advisorId }: { customerId: number; advisorId: number },
): Promise<{ day: string; senderId: number; count: number }[]> {
  const { rows } = await db.execute<{ day: string; senderId: number; count: number }>(sql`
    select to_char(latest.day, 'YYYY-MM-DD') "day", latest.sender_id "senderId", count(*)::int "count" from (
      select m.sender_id, (m.created_at at time zone 'Europe/London')::date "day"
      from messages m
      where m.conversation_id = (
        select c.id from conversations c where c.customer_id = ${customerId} and c.advisor_id = ${advisorId})
      order by m.id desc limit ${mostCounted}) latest
    group by latest.day, latest.sender_id order by latest.day desc, latest.sender_id limit ${mostDays}`);
  return rows.reverse();
}
