import type { AppContext } from "../../context.ts";
import type { Limit } from "../../http/limits.ts";
import { append } from "../../outbox/outbox.ts";
import type { ReadMail } from "./mail-reading.ts";
import { conversationOf } from "./reply-address.ts";
import { insertReply } from "./store.ts";

/** What became of an e-mail that was handed to us. */
export type Outcome = "kept" | "unreadable" | "automatic" | "unknown" | "empty" | "known";

/** Beyond it the mail server is asked to come again later. */
const repliesTo: Limit = { name: "reply by e-mail", max: 30, seconds: 3600 };

/**
 * Appends an e-mail to the conversation whose address it is for; null is one that could not be read. Whatever is no reply of
 * a person to us is put aside, not refused: a refusal would be an e-mail to somebody. Throws tooMany beyond thirty an hour to
 * one conversation (row G-97).
 */
export async function receiveReply(context: AppContext, mail: ReadMail | null): Promise<Outcome> {
  if (!mail) return "unreadable";
  const { automatic, from, addresses, reply } = mail;
  // The answers to our own would go in a circle as well.
  if (automatic || from === context.settings.mailFrom.address.toLowerCase()) return "automatic";
  const id = conversationOf(context, addresses);
  if (id === null) return "unknown";
  if (!reply) return "empty";
  await context.limits.require(repliesTo, String(id));
  const now = context.clock.now();
  return context.db.transaction(async (tx) => {
    if (!(await insertReply(tx, id, reply, now))) return "known";
    await append(tx, { kind: "thread.replied", actorId: null, subjectId: id }, now);
    return "kept";
  });
}
