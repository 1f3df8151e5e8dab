import {
  fillIn,
  type MailTextName,
  mailTexts,
  paragraphsOf,
  type Wording,
  wordingErrors,
} from "@plumbline/contract/mail-texts/catalogue.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { invalid, notFound } from "../../http/problems.ts";
import { type EmailContent, queueEmail, rendered } from "../../mail/mail.ts";
import { insertText, textVersions, wordingIn } from "../../mail/texts-store.ts";
import { append } from "../../outbox/outbox.ts";
import { changedMeanwhile } from "../profiles/changed-meanwhile.ts";

type Change = { name: MailTextName; version: number };

function requireSound(name: MailTextName, wording: Wording): void {
  const errors = wordingErrors(name, wording);
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/**
 * Gives an e-mail a wording, or with null the product's own. Throws invalid, and conflict when another version was
 * saved first.
 */
export async function changeWording(
  context: AppContext,
  staff: Member,
  { name, version }: Change,
  wording: Wording | null,
): Promise<void> {
  if (wording) requireSound(name, wording);
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    const [newest] = await textVersions(tx, name, 1);
    const row = { name, version: version + 1, editedBy: staff.id, createdAt: now };
    const isNext = (newest?.version ?? 0) === version;
    const given = { subject: wording?.subject ?? null, body: wording?.body ?? null };
    if (!isNext || !(await insertText(tx, { ...row, ...given }))) {
      const [other] = await textVersions(tx, name, 1);
      throw await changedMeanwhile(tx, other?.editedBy, "this e-mail");
    }
    const { subject, body } = mailTexts[name];
    const data = { mail: name, before: wordingIn(name, newest), after: wording ?? { subject, body } };
    await append(tx, { kind: "mail_text.changed", actorId: staff.id, subjectId: version + 1, data }, now);
  });
}

/** Takes an earlier version again. Throws notFound for one that there is not. */
export async function restoreWording(context: AppContext, staff: Member, change: Change, of: number): Promise<void> {
  if (of === 0) return changeWording(context, staff, change, null);
  const row = (await textVersions(context.db, change.name, mostVersions)).find(({ version }) => version === of);
  if (!row) throw notFound();
  const { subject, body } = row;
  await changeWording(context, staff, change, subject !== null && body !== null ? { subject, body } : null);
}

/** How many versions are listed. */
export const mostVersions = 50;

/** An e-mail with a wording, in its example. Throws invalid. */
function exampleOf(context: AppContext, name: MailTextName, wording: Wording, to: string): EmailContent {
  requireSound(name, wording);
  const { placeholders } = mailTexts[name];
  return {
    kind: "mail_text.test",
    wording: { written: "example" },
    to,
    subject: fillIn(wording.subject, placeholders),
    greeting: "Dear Priya,",
    paragraphs: paragraphsOf(wording.body, placeholders),
    action: { label: "The e-mail's button", url: `${context.settings.publicUrl}/` },
    footnote: "This is an example.",
  };
}

export function preview(context: AppContext, name: MailTextName, wording: Wording) {
  const example = exampleOf(context, name, wording, "");
  return { subject: example.subject, ...rendered(example) };
}

/** Sends the example to the member of staff who asks. */
export async function sendTest(context: AppContext, staff: Member, name: MailTextName, wording: Wording) {
  const example = exampleOf(context, name, wording, staff.email);
  await context.db.transaction((tx) => queueEmail(tx, null, example));
  return { sent_to: staff.email };
}
