import type { House } from "../../house.ts";
import { append } from "../../platform/events.ts";
import { findMail, type MailRow, reviveMail } from "../../platform/mail-store.ts";
import type { Member } from "../../platform/members.ts";
import { conflict, notFound } from "../../platform/problems.ts";

/** Sends a dead letter again, for another three days. Throws notFound, and conflict for one that is not dead. */
export async function retryMail(house: House, member: Member, id: number): Promise<MailRow> {
  return house.db.transaction(async (tx) => {
    const revived = await reviveMail(tx, id);
    const mail = await findMail(tx, id);
    if (!mail) throw notFound();
    if (!revived) throw conflict("This e-mail is waiting to be sent already.");
    await append(tx, { kind: "mail.retried", actorId: member.id, subject: "mail", subjectId: id }, house.clock.now());
    return mail;
  });
}
