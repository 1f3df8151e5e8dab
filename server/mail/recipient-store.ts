import { and, desc, eq, lt, sql } from "drizzle-orm";
import type { Db } from "../database/database.ts";
import { preparedOn } from "../database/prepared.ts";
import { mails } from "./schema.ts";

const toRecipient = preparedOn((db) =>
  db
    .select({
      id: mails.id,
      subject: mails.subject,
      createdAt: mails.createdAt,
      sentAt: mails.sentAt,
      failedAt: mails.failedAt,
      failure: mails.failure,
    })
    .from(mails)
    .where(and(eq(mails.recipient, sql.placeholder("recipient")), lt(mails.id, sql.placeholder("before"))))
    .orderBy(desc(mails.id))
    .limit(sql.placeholder("limit"))
    .prepare("mails_of_recipient"),
);

export type SentMail = Awaited<ReturnType<typeof mailsOfRecipient>>[number];

/** The newest e-mails to an address, without their texts. */
export async function mailsOfRecipient(
  db: Db,
  recipient: string,
  { before = Number.MAX_SAFE_INTEGER, limit }: { before?: number | undefined; limit: number },
) {
  return toRecipient(db).execute({ recipient, before, limit });
}
