import { asc, eq, gt, inArray } from "drizzle-orm";
import type { Db } from "../database/database.ts";
import { anycableSockets as sockets } from "./schema.ts";

export type Socket = Pick<typeof sockets.$inferSelect, "id" | "sessionId">;

const columns = { id: sockets.id, sessionId: sockets.sessionId };

/** Records a socket that AnyCable holds, so that it can be closed when its session ends (ADR-055). */
export async function addSocket(db: Db, socket: typeof sockets.$inferInsert): Promise<void> {
  await db.insert(sockets).values(socket);
}

/** Forgets sockets by the ids that AnyCable gave them; unknown ids are ignored. */
export async function removeSockets(db: Db, ids: readonly string[]): Promise<void> {
  await db.delete(sockets).where(inArray(sockets.id, [...ids]));
}

/** A member's open sockets, of all of their sessions. */
export async function socketsOf(db: Db, memberId: number): Promise<Socket[]> {
  return db.select(columns).from(sockets).where(eq(sockets.memberId, memberId));
}

/** A page of all sockets in the order of their ids. */
export async function socketsAfter(db: Db, id: string | null, limit: number): Promise<Socket[]> {
  const after = id === null ? undefined : gt(sockets.id, id);
  return db.select(columns).from(sockets).where(after).orderBy(asc(sockets.id)).limit(limit);
}

/** The members who have a socket. */
export async function connectedMembers(db: Db): Promise<number[]> {
  const rows = await db.selectDistinct({ id: sockets.memberId }).from(sockets);
  return rows.map(({ id }) => id);
}
