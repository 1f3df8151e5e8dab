import {
  mailTexts as catalogue,
  fillIn,
  type MailTextName,
  type MailTextValues,
  paragraphsOf,
  type Wording,
} from "@plumbline/contract/mail-texts/catalogue.ts";
import { desc, eq, sql } from "drizzle-orm";
import type { Db } from "../database/database.ts";
import { preparedOn } from "../database/prepared.ts";
import { mailTexts } from "./schema.ts";

export type MailTextRow = typeof mailTexts.$inferSelect;

const reads = preparedOn((db) => {
  const of = db
    .select()
    .from(mailTexts)
    .where(eq(mailTexts.name, sql.placeholder("name")))
    .orderBy(desc(mailTexts.version));
  return {
    newest: of.limit(sql.placeholder("limit")).prepare("mail_texts_of"),
    edited: db
      .selectDistinctOn([mailTexts.name])
      .from(mailTexts)
      .orderBy(mailTexts.name, desc(mailTexts.version))
      .prepare("mail_texts_edited"),
  };
});

/** The versions of an e-mail's wording, the newest first. */
export const textVersions = (db: Db, name: string, limit: number): Promise<MailTextRow[]> =>
  reads(db).newest.execute({ name, limit });

/** When each e-mail's wording was last changed. */
export const editedTexts = (db: Db): Promise<MailTextRow[]> => reads(db).edited.execute();

/** Saves a version; false when there is one of that number already. */
export async function insertText(tx: Db, row: typeof mailTexts.$inferInsert): Promise<boolean> {
  const inserted = await tx.insert(mailTexts).values(row).onConflictDoNothing().returning({ name: mailTexts.name });
  return inserted.length > 0;
}

/** The present wording of a row, or the product's own. */
export const wordingIn = (name: MailTextName, row: MailTextRow | undefined): Wording => {
  const { subject, body } = catalogue[name];
  return { subject: row?.subject ?? subject, body: row?.body ?? body };
};

/** Which wording an e-mail has, and what stands in its placeholders. */
export type WordedBy = { name: MailTextName; values: Readonly<Record<string, string>> };

/** A subject and paragraphs in the product's own wording, which `queueEmail` replaces when staff have changed it. */
export function worded<Name extends MailTextName>(name: Name, values: MailTextValues<Name>) {
  const { subject, body } = catalogue[name];
  return { subject: fillIn(subject, values), paragraphs: paragraphsOf(body, values), wording: { name, values } };
}

/**
 * The subject and the paragraphs as staff have worded them; empty while they have not changed the product's own. Nor is there
 * a subject where nothing stands in its placeholders: the product's own remains.
 */
export async function currentWording(db: Db, { name, values }: WordedBy) {
  const [row] = await textVersions(db, name, 1);
  if (row?.subject == null || row.body === null) return {};
  const subject = fillIn(row.subject, values).trim();
  return { ...(subject && { subject }), paragraphs: paragraphsOf(row.body, values) };
}
