import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import { preparedOn } from "../../database/prepared.ts";
import { oneRow } from "../../database/rows.ts";
import { nameColumn } from "../profiles/profile-join.ts";
import { memberNotes } from "./schema.ts";

const maxNotes = 100;
const columns = {
  id: memberNotes.id,
  memberId: memberNotes.memberId,
  authorId: memberNotes.authorId,
  author: nameColumn(sql`${memberNotes.authorId}`),
  body: memberNotes.body,
  createdAt: memberNotes.createdAt,
  editedAt: memberNotes.editedAt,
};

const readsOf = preparedOn((db) => ({
  ofMember: db
    .select(columns)
    .from(memberNotes)
    .where(eq(memberNotes.memberId, sql.placeholder("memberId")))
    .orderBy(desc(memberNotes.id))
    .limit(maxNotes)
    .prepare("notes_of_member"),
  one: db
    .select(columns)
    .from(memberNotes)
    .where(eq(memberNotes.id, sql.placeholder("id")))
    .prepare("note"),
}));

export type NoteRow = Awaited<ReturnType<typeof notesOf>>[number];

export async function notesOf(db: Db, memberId: number) {
  return readsOf(db).ofMember.execute({ memberId });
}

export async function findNote(db: Db, id: number): Promise<NoteRow | null> {
  return (await readsOf(db).one.execute({ id }))[0] ?? null;
}

export async function insertNote(tx: Db, note: typeof memberNotes.$inferInsert): Promise<number> {
  return oneRow(await tx.insert(memberNotes).values(note).returning({ id: memberNotes.id })).id;
}

/** Changes a note of this author; false when there is none. */
export async function updateNote(tx: Db, id: number, authorId: number, body: string, now: Date): Promise<boolean> {
  const isOwn = and(eq(memberNotes.id, id), eq(memberNotes.authorId, authorId));
  const changed = await tx
    .update(memberNotes)
    .set({ body, editedAt: now })
    .where(isOwn)
    .returning({ id: memberNotes.id });
  return changed.length === 1;
}

/** How many notes there are about a member. */
export const noteCountColumn = (memberId: SQL): SQL<number> =>
  sql`(select count(*)::int from member_notes n where n.member_id = ${memberId})`;
