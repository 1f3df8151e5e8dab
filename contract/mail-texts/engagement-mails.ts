import { product } from "../product.ts";
import type { MailText } from "./mail-text.ts";

const engagement = {
  actor: "Harriet Osei",
  name: "Finance function for series B",
  message: "They wrote: “Shall we begin in March?”",
} as const;
const customer = { actor: "Priya Raman", name: engagement.name, message: engagement.message } as const;

/** Engagements and messages. */
export const engagementMails = {
  "engagement.proposed": {
    label: "A proposal was sent",
    to: "The customer",
    placeholders: engagement,
    subject: "{actor} sent you a proposal",
    body: "{actor} proposes an engagement to you: {name}. Read it, then accept it, reject it or suggest an edit.\n\n{message}",
  },
  "engagement.proposed_again": {
    label: "A proposal was changed",
    to: "The customer",
    placeholders: engagement,
    subject: "{actor} changed the proposal",
    body: "{actor} changed {name} as you asked and sent it again. The page shows what is different.\n\n{message}",
  },
  "engagement.accepted": {
    label: "A proposal was accepted",
    to: "The advisor",
    placeholders: customer,
    subject: "{actor} accepted your proposal",
    body: "{actor} accepted {name}. You can talk about the first steps and, once work has started, send invoices.\n\n{message}",
  },
  "engagement.rejected": {
    label: "A proposal was rejected",
    to: "The advisor",
    placeholders: customer,
    subject: "{actor} rejected your proposal",
    body: "{actor} rejected {name}. You can discuss it in the chat and send a new proposal.\n\n{message}",
  },
  "engagement.edit_suggested": {
    label: "A change to a proposal was asked for",
    to: "The advisor",
    placeholders: customer,
    subject: "{actor} suggests an edit to your proposal",
    body: "{actor} would like a change to {name}. Please edit the proposal and send it again.\n\n{message}",
  },
  "engagement.completed": {
    label: "An engagement was completed",
    to: "The other party",
    placeholders: engagement,
    subject: "Completed: {name}",
    body: "{actor} ended {name}. It is completed now.\n\n{message}",
  },
  "engagement.review_asked": {
    label: "A review is asked for",
    to: "The customer",
    placeholders: engagement,
    subject: "{actor} asks you for a review",
    body: "{name} is completed. {actor} would be glad of a detailed review: how did they help your business?\n\n{message}",
  },
  "engagement.reviewed": {
    label: "A review was written",
    to: "The advisor",
    placeholders: customer,
    subject: "{actor} left you a review",
    body: "{actor} reviewed your work on {name}. You can answer it once.\n\n{message}",
  },
  "conversation.started": {
    label: "A conversation was started",
    to: "The other party",
    placeholders: { writer: "Priya Raman" },
    subject: "{writer} has written to you",
    body: "{writer} has started a conversation with you. Sign in to read the message and to answer it.",
  },
  "conversation.unread": {
    label: "Messages have not been read",
    to: "The other party",
    placeholders: { writer: "Priya Raman", waiting: "3 messages from Priya Raman wait" },
    subject: "{waiting} for you",
    body: "{writer} has written to you and you have not read it yet. Sign in to read and to answer.\n\nWe remind you once, and not again until you have been there.",
  },
  digest: {
    label: "What happened in a day",
    to: "Members who want one e-mail a day",
    placeholders: { happened: "53 things happened", left: "These are the latest 50; 3 more are on your pages." },
    subject: "Your day: {happened}",
    body: `Here is what happened on ${product} since your last digest.\n\n{left}`,
  },
} as const satisfies Record<string, MailText>;
