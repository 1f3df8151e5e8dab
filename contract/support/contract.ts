import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Email, required } from "../fields.ts";
import { publicForms } from "../public-forms.ts";
import { supportTexts } from "./rules.ts";

const name = (message: string) => required(message, 100);
const address = z.string(supportTexts.email).trim().min(1, supportTexts.email).pipe(Email);
/** A hidden field that only bots fill in; their messages are answered like others and dropped. */
const honeypot = z.string().max(2_000).optional();

export const ContactForm = z.object({
  firstname: name(supportTexts.firstName),
  lastname: name(supportTexts.lastName),
  email: address,
  message: required(supportTexts.message, 5_000),
  website: honeypot,
});

export const NewsletterForm = z.object({
  name: required(supportTexts.name),
  email: address,
  website: honeypot,
});

export const sendSupportMessage = endpoint({
  method: "POST",
  path: publicForms.contact.path,
  for: "anyone",
  summary: "A message to the team.",
  body: ContactForm,
  output: z.object({ message: z.string() }),
  sendsMail: true,
  limit: 10,
});

export const subscribe = endpoint({
  method: "POST",
  path: publicForms.newsletter.path,
  for: "anyone",
  summary: "Subscribes to the newsletter. Answers the same for an address that is known.",
  body: NewsletterForm,
  output: z.object({ message: z.string() }),
  sendsMail: true,
  limit: 10,
});
