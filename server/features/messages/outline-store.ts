import { sql } from "drizzle-orm";
import { countOf } from "../../database/count-of.ts";
import type { Db } from "../../database/database.ts";
import { londonDay } from "../../database/list-filters.ts";
import { preparedOn } from "../../database/prepared.ts";

const daySent = londonDay(sql`m.created_at`);

/** How many of the latest messages are counted, and how many days are named. */
const mostCounted = 1000;
const mostDays = 60;

/** Who wrote how many messages on which day in London, oldest first; never what was written. */
export async function messageDaysBetween(
  db: Db,
  { customerId, advisorId }: { customerId: number; advisorId: number },
): Promise<{ day: string; senderId: number; count: number }[]> {
  return (await daysBetween(db).execute({ customerId, advisorId })).reverse();
}

const daysBetween = preparedOn((db) =>
  db
    .select({
      day: sql<string>`to_char(latest.day, 'YYYY-MM-DD')`,
      senderId: sql<number>`latest.sender_id`,
      count: countOf(),
    })
    .from(sql`(
      select m.sender_id, ${daySent} "day"
      from messages m
      where m.conversation_id = (select c.id from conversations c
        where c.customer_id = ${sql.placeholder("customerId")} and c.advisor_id = ${sql.placeholder("advisorId")})
      order by m.id desc limit ${sql.raw(String(mostCounted))}) latest`)
    .groupBy(sql`latest.day`, sql`latest.sender_id`)
    .orderBy(sql`latest.day desc`, sql`latest.sender_id`)
    .limit(mostDays)
    .prepare("message_days_between"),
);

/** How many of a member's conversations are read. */
const mostConversations = 100;

/** How many messages a customer wrote to advisors on which day in London since a moment, oldest first. */
export async function messageDaysOf(
  db: Db,
  customerId: number,
  since: Date,
): Promise<{ day: string; count: number }[]> {
  const { rows } = await db.execute<{ day: string; count: number }>(sql`
    select to_char(latest.day, 'YYYY-MM-DD') "day", count(*)::int "count" from (
      select c.id from conversations c where c.customer_id = ${customerId}
      order by c.last_message_id desc limit ${mostConversations}) own
    cross join lateral (
      select ${daySent} "day" from messages m
      where m.conversation_id = own.id and m.sender_id = ${customerId} and m.created_at >= ${since.toISOString()}
      order by m.id desc limit ${mostCounted}) latest
    group by latest.day order by latest.day desc limit ${mostDays}`);
  return rows.reverse();
}
