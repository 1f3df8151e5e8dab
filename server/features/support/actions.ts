import type { ContactForm, NewsletterForm } from "@plumbline/contract/support/contract.ts";
import { supportTexts } from "@plumbline/contract/support/rules.ts";
import type { z } from "zod";
import type { House } from "../../house.ts";
import type { Limit } from "../../platform/limits.ts";
import { post } from "../../platform/mail.ts";
import { countMessages, storeMessage, storeSubscriber } from "./store.ts";

const minute = 60_000;
/** By the address that is written in; it says nothing about accounts, so a refusal may be plain. */
const messagesFrom: Limit = { name: "contact message", most: 5, seconds: 3600 };

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

/**
 * Keeps a visitor's message and sends it to the team's mailbox. The same message again within a minute is a second press
 * of the button, and is thanked without being sent twice. Throws tooMany beyond five an hour from one address.
 */
export async function receiveMessage(house: House, input: z.output<typeof ContactForm>): Promise<{ message: string }> {
  const sent = { message: supportTexts.sent };
  if (input.website) return sent;
  const now = house.clock.now();
  const ago = (time: number) => new Date(now.getTime() - time);
  const email = input.email.toLowerCase();
  const [firstName, lastName] = [oneLine(input.firstname), oneLine(input.lastname)];
  if ((await countMessages(house.db, email, ago(minute), input.message)) > 0) return sent;
  await house.limits.require(messagesFrom, email);
  await house.db.transaction(async (tx) => {
    await storeMessage(tx, { firstName, lastName, email, message: input.message }, now);
    await post(tx, null, {
      kind: "support-message",
      to: house.settings.teamEmail,
      replyTo: email,
      subject: `A message from ${firstName} ${lastName}`,
      greeting: `${firstName} ${lastName} (${email}) wrote on the contact page:`,
      paragraphs: [input.message],
      footnote: `Answer to ${email}.`,
    });
  });
  return sent;
}

/** Puts an address on the newsletter's list, once, and tells the team's mailbox of a new one. */
export async function addSubscriber(
  house: House,
  input: z.output<typeof NewsletterForm>,
): Promise<{ message: string }> {
  const subscribed = { message: supportTexts.subscribed };
  if (input.website) return subscribed;
  const email = input.email.toLowerCase();
  const name = oneLine(input.name);
  await house.db.transaction(async (tx) => {
    if (!(await storeSubscriber(tx, email, name, house.clock.now()))) return;
    await post(tx, null, {
      kind: "subscriber",
      to: house.settings.teamEmail,
      subject: "A new newsletter subscriber",
      greeting: `${name} (${email}) would like the letter.`,
      paragraphs: ["They signed up with the form at the foot of the site."],
    });
  });
  return subscribed;
}
