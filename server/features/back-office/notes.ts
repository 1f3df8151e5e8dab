import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { existing } from "../../database/rows.ts";
import { conflict, notFound } from "../../http/problems.ts";
import { append } from "../../outbox/outbox.ts";
import { findListedMember } from "./members-store.ts";
import { findNote, insertNote, type NoteRow, updateNote } from "./notes-store.ts";

/** Writes a note about a member, which only staff read. Throws notFound for staff and strangers. */
export async function writeNote(context: AppContext, staff: Member, memberId: number, body: string): Promise<NoteRow> {
  const now = context.clock.now();
  return context.db.transaction(async (tx) => {
    if (!(await findListedMember(tx, memberId))) throw notFound();
    const id = await insertNote(tx, { memberId, authorId: staff.id, body, createdAt: now });
    await append(tx, { kind: "member.noted", actorId: staff.id, subjectId: memberId, data: { note: id } }, now);
    return existing(await findNote(tx, id));
  });
}

/** Changes a note. Throws conflict for another's. */
export async function editNote(context: AppContext, staff: Member, id: number, body: string): Promise<NoteRow> {
  const now = context.clock.now();
  return context.db.transaction(async (tx) => {
    const before = await findNote(tx, id);
    if (!before) throw notFound();
    if (!(await updateNote(tx, id, staff.id, body, now)))
      throw conflict(`${before.author ?? "A colleague"} wrote this note: only they change it.`);
    const data = { note: id, before: before.body };
    await append(tx, { kind: "member.note_edited", actorId: staff.id, subjectId: before.memberId, data }, now);
    return existing(await findNote(tx, id));
  });
}
