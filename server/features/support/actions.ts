import type { ContactForm, NewsletterForm } from "@plumbline/contract/support/contract.ts";
import { supportTexts } from "@plumbline/contract/support/rules.ts";
import type { z } from "zod";
import type { AppContext } from "../../context.ts";
import type { Limit } from "../../http/limits.ts";
import { queueEmail } from "../../mail/mail.ts";
import { worded } from "../../mail/texts-store.ts";
import { insertThread } from "../correspondence/store.ts";
import { countMessages, storeMessage, storeSubscriber } from "./store.ts";

const minute = 60_000;
/** Per address in the form; it reveals nothing about accounts, so the refusal may be explicit. */
const messagesFrom: Limit = { name: "contact message", max: 5, seconds: 3600 };

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

/**
 * Stores a visitor's message and sends it to the team. The same message again within a minute is a repeated click: it
 * gets the same answer and is not sent twice. Throws tooMany beyond five an hour from one address.
 */
export async function receiveMessage(
  context: AppContext,
  input: z.output<typeof ContactForm>,
): Promise<{ message: string }> {
  const sent = { message: supportTexts.sent };
  if (input.website) return sent;
  const now = context.clock.now();
  const ago = (time: number) => new Date(now.getTime() - time);
  const email = input.email.toLowerCase();
  const [firstName, lastName] = [oneLine(input.firstname), oneLine(input.lastname)];
  if ((await countMessages(context.db, email, ago(minute), input.message)) > 0) return sent;
  await context.limits.require(messagesFrom, email);
  await context.db.transaction(async (tx) => {
    await storeMessage(tx, { firstName, lastName, email, message: input.message }, now);
    const name = `${firstName} ${lastName}`;
    await insertThread(tx, { kind: "contact", name, email, memberId: null, text: input.message }, now);
    await queueEmail(tx, null, {
      kind: "support-message",
      to: context.settings.teamEmail,
      replyTo: email,
      ...worded("support.message", { name, message: input.message }),
      greeting: `${name} (${email}) wrote on the contact page:`,
      footnote: `Answer to ${email}.`,
    });
  });
  return sent;
}

/** Adds an address to the newsletter's list, once, and notifies the team of a new one. */
export async function addSubscriber(
  context: AppContext,
  input: z.output<typeof NewsletterForm>,
): Promise<{ message: string }> {
  const subscribed = { message: supportTexts.subscribed };
  if (input.website) return subscribed;
  const email = input.email.toLowerCase();
  const name = oneLine(input.name);
  await context.db.transaction(async (tx) => {
    if (!(await storeSubscriber(tx, email, name, context.clock.now()))) return;
    await queueEmail(tx, null, {
      kind: "subscriber",
      to: context.settings.teamEmail,
      ...worded("support.subscriber", {}),
      greeting: `${name} (${email}) would like the letter.`,
    });
  });
  return subscribed;
}
