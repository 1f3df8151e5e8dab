import { and, count, eq, gt } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import { sendAlong } from "../../database/transaction.ts";
import { subscribers, supportMessages } from "./schema.ts";

export type SupportMessage = { firstName: string; lastName: string; email: string; message: string };

export async function storeMessage(db: Db, message: SupportMessage, now: Date): Promise<void> {
  await sendAlong(db, db.insert(supportMessages).values({ ...message, createdAt: now }));
}

/** How often an address has sent this very message since a moment. */
export async function countMessages(db: Db, email: string, since: Date, text: string): Promise<number> {
  const [row] = await db
    .select({ messages: count() })
    .from(supportMessages)
    .where(
      and(eq(supportMessages.email, email), gt(supportMessages.createdAt, since), eq(supportMessages.message, text)),
    );
  return row?.messages ?? 0;
}

/** True when the address is new. */
export async function storeSubscriber(db: Db, email: string, name: string, now: Date): Promise<boolean> {
  const rows = await db
    .insert(subscribers)
    .values({ email, name, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: subscribers.id });
  return rows.length > 0;
}
