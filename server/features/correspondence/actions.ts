import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import type { Db } from "../../database/database.ts";
import { conflict, notFound } from "../../http/problems.ts";
import { queueEmail } from "../../mail/mail.ts";
import { append } from "../../outbox/outbox.ts";
import { replyAddressOf } from "./reply-address.ts";
import { findThread, insertAnswer, markAssigned, markClosed, markOpen, markReleased } from "./store.ts";

type Change = "closed" | "reopened" | "assigned" | "released";

const changes: Record<Change, (tx: Db, id: number, member: Member, now: Date) => Promise<boolean>> = {
  closed: (tx, id) => markClosed(tx, id),
  reopened: (tx, id, _member, now) => markOpen(tx, id, now),
  assigned: (tx, id, member) => markAssigned(tx, id, member.id),
  released: (tx, id, member) => markReleased(tx, id, member.id),
};
const refusals: Record<Change, string> = {
  closed: "This conversation is closed already.",
  reopened: "This conversation is open already.",
  assigned: "This conversation is closed: open it again first.",
  released: "This conversation is not yours.",
};

/** Closes, reopens, takes over or releases a conversation. Throws notFound, and conflict when its state does not allow it. */
export async function changeThread(context: AppContext, member: Member, id: number, change: Change): Promise<void> {
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    if (!(await changes[change](tx, id, member, now))) {
      if (!(await findThread(tx, id))) throw notFound();
      throw conflict(refusals[change]);
    }
    await append(tx, { kind: `thread.${change}`, actorId: member.id, subjectId: id }, now);
  });
}

/**
 * Answers a conversation by e-mail, with what was asked below. Throws notFound, and conflict for a closed one, whose reader
 * has been told that it is over.
 */
export async function answerThread(context: AppContext, member: Member, id: number, text: string): Promise<void> {
  const now = context.clock.now();
  const found = await findThread(context.db, id);
  if (!found) throw notFound();
  const { kind, email, name: reader } = found.thread;
  // Not what came from another address: it would be quoted to the reader as their own.
  const asked = found.messages.findLast(
    ({ staffId, sender, text: words }) => staffId === null && !sender && words !== "",
  );
  await context.db.transaction(async (tx) => {
    const answered = await insertAnswer(tx, id, { staffId: member.id, text, now });
    if (!answered) throw conflict("This conversation is closed: open it again to answer.");
    await append(tx, { kind: "thread.answered", actorId: member.id, subjectId: id }, now);
    await queueEmail(tx, null, {
      kind: "correspondence",
      wording: { written: "correspondence" },
      to: email,
      replyTo: replyAddressOf(context, id),
      subject: kind === "contact" ? "Your message to us" : "What you are looking for",
      greeting: `Hello ${reader},`,
      paragraphs: [...text.split(/\n{2,}/), answered.writer],
      ...(asked && { footnote: `You wrote: ${asked.text}` }),
    });
  });
}
