import { product } from "../product.ts";
import type { MailText } from "./mail-text.ts";

/** Decisions about conduct, appeals against them, and reports. */
export const conductMails = {
  "sanction.imposed": {
    label: "A decision about an account",
    to: "The member",
    placeholders: {
      decision: "We have restricted your account",
      reason: "You asked for payment outside the platform.",
      meaning: "You cannot begin anything new.",
      end: "It ends by itself on 14 March 2027.",
      next_steps: "We look again in two weeks.",
      days: "14",
    },
    subject: "{decision}: please read why",
    body: "{decision}.\n\nThe reason: {reason}\n\n{meaning}\n\n{end}\n\nWhat happens next: {next_steps}\n\nIf you think we are wrong, you may appeal. Somebody else than the person who decided reads it, and answers within {days} days.",
  },
  "sanction.ended": {
    label: "A decision has ended",
    to: "The member",
    placeholders: {
      headline: "Your account is open again",
      kind: "restriction",
      reason: "Its time is over.",
      standing: "You can use everything again.",
    },
    subject: "{headline}",
    body: `The {kind} of your ${product} account has ended. {reason}\n\n{standing}`,
  },
  "appeal.made": {
    label: "An appeal was made",
    to: "The member",
    placeholders: { due: "14 March 2027" },
    subject: "We have your appeal",
    body: "Thank you for writing. Somebody else than the person who decided reads your appeal, and answers by {due}.\n\nUntil then the decision stands, and what runs goes on.",
  },
  "appeal.decided": {
    label: "An appeal was decided",
    to: "The member",
    placeholders: {
      outcome: "Your appeal was decided: the decision ends sooner",
      reason: "You have shown us the contract.",
      end: "It now ends on 7 March 2027.",
      standing: "You cannot begin anything new.",
    },
    subject: "{outcome}",
    body: "{outcome}.\n\nThe reason: {reason}\n\n{end}\n\n{standing}",
  },
  "report.decided": {
    label: "A report was decided",
    to: "Whoever reported it",
    placeholders: { what: "message", outcome: "We have warned its author", answer: "It will not happen again." },
    subject: "What came of your report of a {what}",
    body: "Thank you for telling us. We have read your report of a {what}. {outcome}.\n\n{answer}\n\nWe do not tell the other side who reported it.",
  },
  "report.lifted": {
    label: "A decision about a report was lifted on appeal",
    to: "Whoever reported it",
    placeholders: { what: "message", undone: "What we had removed is back" },
    subject: "We have changed our decision about the {what} that you reported",
    body: "Its author has appealed, and somebody else of us has read the case again. The decision is lifted. {undone}.\n\nYou can report it again when something new happens. We do not tell the other side who reported it.",
  },
} as const satisfies Record<string, MailText>;
