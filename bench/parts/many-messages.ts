import pg from "pg";
import { run } from "./many-members.ts";

/**
 * Fills a migrated database with messages of the members that `loadMembers` made, a hundred per conversation on average:
 * most conversations are short and a few are very long, and all of them go on at the same time. Conversation k is
 * between the customer `1 + (k - 1) % customers` and the advisor `members + 1 + (k - 1) / customers`.
 */
export async function loadMessages(
  url: string,
  count: number,
  customers: number,
  members: number,
): Promise<{ conversations: number }> {
  const conversations = Math.ceil(count / 100);
  // Creating the indexes at the end takes a tenth of the time; they are created from the schema's own definitions.
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ without: string; again: string }>(
    `select
        case when k.oid is null then 'drop index ' || i.indexrelid::regclass
          else 'alter table messages drop constraint ' || k.conname end as without,
        -- Of a table in parts it is said to be of the table alone, and has to be of its parts too.
        case when k.oid is null then replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ')
          else 'alter table messages add constraint ' || k.conname || ' ' || pg_get_constraintdef(k.oid) end as again
      from pg_index i left join pg_constraint k on k.conindid = i.indexrelid and k.contype = 'p'
      where i.indrelid = 'messages'::regclass`,
  );
  await client.end();
  await run(
    url,
    // The foreign keys are known to be valid.
    "set session_replication_role = replica",
    "set synchronous_commit = off",
    "set maintenance_work_mem = '512MB'",
    ...rows.map(({ without }) => without),
    `insert into conversations (id, customer_id, advisor_id)
      select k, 1 + (k - 1) % ${customers}, ${members} + 1 + (k - 1) / ${customers} from generate_series(1, ${conversations}) k`,
    `insert into messages (id, conversation_id, sender_id, body, created_at)
      select n, k, case when n % 2 = 0 then 1 + (k - 1) % ${customers} else ${members} + 1 + (k - 1) / ${customers} end,
        repeat('What do you think? ', 1 + n % 10), now() - (${count} - n) * interval '1 second'
      from (
        select n, 1 + floor(${conversations} * power(random(), 3))::int as k from generate_series(1, ${count}) n offset 0
      ) drawn`,
    ...rows.map(({ again }) => again),
    `select setval('messages_id_seq', ${count})`,
    `update conversations set last_message_id = last.id
      from (select conversation_id, max(id) as id from messages group by conversation_id) last
      where last.conversation_id = conversations.id`,
    "vacuum analyze messages",
    "vacuum analyze conversations",
  );
  return { conversations };
}
