import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { Email, required } from "../fields.ts";
import { supportTexts } from "./rules.ts";

const name = (message: string) => required(message, 100);
const address = z.string(supportTexts.email).trim().min(1, supportTexts.email).pipe(Email);
/** People do not see this field; whoever fills it in is a robot and is thanked for nothing. */
const trap = z.string().max(2_000).optional();

export const ContactForm = z.object({
  firstname: name(supportTexts.firstName),
  lastname: name(supportTexts.lastName),
  email: address,
  message: required(supportTexts.message, 5_000),
  website: trap,
});

export const NewsletterForm = z.object({
  name: required("Please enter your name"),
  email: address,
  website: trap,
});

export const sendSupportMessage = endpoint({
  method: "POST",
  path: "/api/contactus",
  for: "anyone",
  summary: "A message to the team.",
  body: ContactForm,
  output: z.object({ message: z.string() }),
  mails: true,
  limit: 10,
});

export const subscribe = endpoint({
  method: "POST",
  path: "/api/subscribe",
  for: "anyone",
  summary: "Subscribes to the newsletter. Answers the same for an address that is known.",
  body: NewsletterForm,
  output: z.object({ message: z.string() }),
  mails: true,
  limit: 10,
});
