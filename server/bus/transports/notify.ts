import { sql } from "drizzle-orm";
import { arrayParameter, type Database } from "../../database/database.ts";
import { inTime, type Transport, type TransportListener } from "./transport.ts";

const channel = "plumbline_bus";

/** Sends by PostgreSQL's NOTIFY. Throws when the database cannot be listened to. */
export async function openNotify(database: Database, listener: TransportListener): Promise<Transport> {
  await database.listen(channel, listener.text, listener);
  const notifyOthers = database.db
    .select({ sent: sql`pg_notify(${sql.raw(`'${channel}'`)}, text)` })
    // A notification can be sent again, so its commit need not wait for the disk.
    .from(
      sql`set_config('synchronous_commit', 'off', true), unnest(${arrayParameter("texts", "text")}) as texts (text)`,
    )
    .prepare("notify_other_processes");
  return {
    send: (texts) => inTime(notifyOthers.execute({ texts })),
    received: () => database.listened(),
    reopen: () => database.reconnectListener(),
    close: async () => {},
  };
}
