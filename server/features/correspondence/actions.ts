import type { AnswerForm } from "@plumbline/contract/correspondence/contract.ts";
import type { z } from "zod";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import type { Db } from "../../database/database.ts";
import { conflict, notFound } from "../../http/problems.ts";
import { queueEmail } from "../../mail/mail.ts";
import { append } from "../../outbox/outbox.ts";
import { onLeavingArea } from "../accounts/on-leaving-area.ts";
import { replyAddressOf } from "./reply-address.ts";
import {
  findThread,
  insertAnswer,
  markAssigned,
  markClosed,
  markOpen,
  markReleased,
  releaseThreadsOf,
} from "./store.ts";

type Found = NonNullable<Awaited<ReturnType<typeof findThread>>>;
export type ThreadChange = "closed" | "reopened" | "assigned" | "released";
/** A conversation to change, and the version of it that the caller has read. */
export type ThreadToChange = { id: number; version?: number | undefined };

type Acting = { member: Member; version?: number | undefined; now: Date };
const changes: Record<ThreadChange, (tx: Db, id: number, acting: Acting) => Promise<boolean>> = {
  closed: (tx, id, { version }) => markClosed(tx, id, version),
  reopened: (tx, id, { now }) => markOpen(tx, id, now),
  assigned: (tx, id, { member }) => markAssigned(tx, id, member.id),
  released: (tx, id, { member }) => markReleased(tx, id, member.id),
};
const refusals: Record<ThreadChange, string> = {
  closed: "This conversation is closed already.",
  reopened: "This conversation is open already.",
  assigned: "This conversation is closed: open it again first.",
  released: "This conversation is not yours.",
};

/**
 * Closes, reopens, takes over or releases a conversation. Throws notFound, and conflict when its state does not allow it, or
 * when one is closed in which somebody has written since the version that the caller has read.
 */
export async function changeThread(
  context: AppContext,
  member: Member,
  { id, version }: ThreadToChange,
  change: ThreadChange,
): Promise<void> {
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    if (!(await changes[change](tx, id, { member, version, now }))) {
      const found = await findThread(tx, id);
      if (!found) throw notFound();
      throw conflict(change === "closed" ? whyNotAsRead(found, refusals.closed) : refusals[change]);
    }
    await append(tx, { kind: `thread.${change}`, actorId: member.id, subjectId: id }, now);
  });
}

/** The conversations of a colleague who answers none any more are with nobody again. */
export const threadsOfLeavers = onLeavingArea("correspondence", async (tx, { staffId, by, now }) => {
  for (const id of await releaseThreadsOf(tx, staffId))
    await append(tx, { kind: "thread.released", actorId: by, subjectId: id }, now);
});

/** Why a conversation can be neither answered nor closed: it is closed, or somebody has written. */
function whyNotAsRead({ thread, messages }: Found, closed: string): string {
  if (thread.state === "closed") return closed;
  const last = messages.at(-1);
  const writer = last?.staffId ? last.staffName : thread.name;
  return `${writer ?? "A colleague"} has written since you opened this page. Please read it first.`;
}

/**
 * Answers a conversation by e-mail, with what was asked below. Throws notFound, and conflict for a closed one, whose reader
 * has been told that it is over, or when somebody has written since the version that the caller has read.
 */
export async function answerThread(
  context: AppContext,
  member: Member,
  id: number,
  { text, version }: z.output<typeof AnswerForm>,
): Promise<void> {
  const now = context.clock.now();
  const found = await findThread(context.db, id);
  if (!found) throw notFound();
  const { kind, email, name: reader } = found.thread;
  // Not what came from another address: it would be quoted to the reader as their own.
  const asked = found.messages.findLast(
    ({ staffId, sender, text: words }) => staffId === null && !sender && words !== "",
  );
  await context.db.transaction(async (tx) => {
    const answered = await insertAnswer(tx, id, { staffId: member.id, text, version, now });
    if (!answered)
      throw conflict(
        whyNotAsRead((await findThread(tx, id)) ?? found, "This conversation is closed: open it again to answer."),
      );
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
