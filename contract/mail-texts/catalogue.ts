import { keysOf } from "../records.ts";
import { accountMails } from "./account-mails.ts";
import { conductMails } from "./conduct-mails.ts";
import { engagementMails } from "./engagement-mails.ts";
import { invoiceMails } from "./invoice-mails.ts";
import { membershipMails } from "./membership-mails.ts";
import { teamMails } from "./team-mails.ts";

// The e-mails that we send, all of which staff can reword, with the product's own wording and an example of what stands in
// their placeholders. A paragraph in which nothing but an empty placeholder stands is left out.

/** By the heading under which staff find them. */
export const mailTextGroups = {
  "Applications and accounts": accountMails,
  "Engagements and messages": engagementMails,
  Invoices: invoiceMails,
  "Memberships and payouts": membershipMails,
  "Decisions and reports": conductMails,
  "To the team": teamMails,
} as const;

export const mailTexts = {
  ...accountMails,
  ...engagementMails,
  ...invoiceMails,
  ...membershipMails,
  ...conductMails,
  ...teamMails,
} as const;

/** The e-mails that have no wording of ours, with the reason. */
export const writtenMails = {
  announcement: { label: "An announcement", reason: "Staff write each one, under Announcements." },
  correspondence: { label: "An answer to a message", reason: "Staff write each one, under Correspondence." },
  example: { label: "An example of an e-mail", reason: "It is what you send yourself from one of these pages." },
} as const;
export type WrittenMail = keyof typeof writtenMails;

export type MailTextName = keyof typeof mailTexts;
export const mailTextNames = keysOf(mailTexts);

export type Wording = { subject: string; body: string };
export type MailTextValues<Name extends MailTextName> = Readonly<
  Record<keyof (typeof mailTexts)[Name]["placeholders"], string>
>;

/** Replaces placeholders by their values; a placeholder within a value is not replaced. */
export const fillIn = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");

/** The paragraphs of a body, without those that are empty. */
export const paragraphsOf = (body: string, values: Readonly<Record<string, string>>): string[] =>
  body.split(/\n{2,}/).flatMap((paragraph) => fillIn(paragraph, values).trim() || []);

/** What is wrong with a wording's placeholders, by field; empty when each that the e-mail has is used, and no other. */
export function wordingErrors(name: MailTextName, { subject, body }: Wording): Record<string, string[]> {
  const known = Object.keys(mailTexts[name].placeholders);
  const errors: Record<string, string[]> = {};
  for (const [field, text] of [
    ["subject", subject],
    ["body", body],
  ] as const) {
    const unknown = [...text.matchAll(/\{([^{}]*)\}/g)]
      .map(([, word = ""]) => word)
      .filter((word) => !known.includes(word));
    const rest = text.replace(/\{[^{}]*\}/g, "");
    if (unknown.length > 0) errors[field] = [`This e-mail has no {${unknown[0]}}.`];
    else if (/[{}]/.test(rest)) errors[field] = ["A brace begins or ends no placeholder."];
  }
  const missing = known.filter((word) => !subject.includes(`{${word}}`) && !body.includes(`{${word}}`));
  if (missing.length > 0 && !errors["body"]) errors["body"] = [`Please use {${missing.join("}, {")}} as well.`];
  return errors;
}
