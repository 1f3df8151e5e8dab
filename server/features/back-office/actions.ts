import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { conflict, notFound } from "../../http/problems.ts";
import { findMail, type MailRow, reviveMail } from "../../mail/store.ts";
import { append } from "../../outbox/outbox.ts";

/** Queues a dead e-mail again, for another three days. Throws notFound, and conflict for one that is not dead. */
export async function retryMail(context: AppContext, member: Member, id: number): Promise<MailRow> {
  return context.db.transaction(async (tx) => {
    const revived = await reviveMail(tx, id);
    const mail = await findMail(tx, id);
    if (!mail) throw notFound();
    if (!revived) throw conflict("This e-mail is waiting to be sent already.");
    await append(tx, { kind: "mail.retried", actorId: member.id, subjectId: id }, context.clock.now());
    return mail;
  });
}
