import { DatabaseSync } from "node:sqlite";

type Attachment = { file_name: string; content_type: string; file_size: number };
export type Mail = {
  id: number;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  links: string[];
  attachments: Attachment[];
  /** The List- headers, from which mail programs offer to unsubscribe; names in lower case. */
  headers: Record<string, string>;
  /** Message-ID, Reply-To and Auto-Submitted. */
  message_id: string;
  reply_to: string;
  auto_submitted: string;
  created_at: string;
};
export type NewMail = Omit<Mail, "id" | "created_at"> & { recipients: string[] };
export type Search = { to?: string | undefined; before?: number | undefined; limit: number };

/** The oldest mails beyond this number are deleted, because the mailbox is never emptied. */
const maxMails = 20_000;

const tables = `
create table if not exists mail (
  id integer primary key autoincrement, sender text not null, addressed text not null, subject text not null,
  body text not null, html text not null, links text not null, attachments text not null, created_at text not null);
create table if not exists recipient (
  address text not null, mail_id integer not null references mail(id) on delete cascade,
  primary key (address, mail_id)) without rowid;`;

type Row = Record<
  "sender" | "addressed" | "subject" | "body" | "html" | "links" | "attachments" | "headers" | "created_at",
  string
> & {
  id: number;
};

const mailOf = (row: Row): Mail => {
  const { message_id = "", reply_to = "", auto_submitted = "", ...headers } = JSON.parse(row.headers);
  return { ...columnsOf(row), headers, message_id, reply_to, auto_submitted };
};

const columnsOf = (row: Row) => ({
  id: row.id,
  from: row.sender,
  to: row.addressed,
  subject: row.subject,
  text: row.body,
  html: row.html,
  links: JSON.parse(row.links),
  attachments: JSON.parse(row.attachments),
  created_at: row.created_at,
});

/**
 * Opens the store of mails in a file, or ":memory:". `keep` returns once the mail is on disk, so that a mail that was
 * answered 250 survives a killed process. Addresses are compared case-insensitively.
 */
export function openStore(file: string) {
  const db = new DatabaseSync(file);
  db.exec(
    "pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma busy_timeout = 5000;",
  );
  db.exec(tables);
  // A file of a version that did not store headers.
  if (!db.prepare("select 1 from pragma_table_info('mail') where name = 'headers'").get())
    db.exec("alter table mail add column headers text not null default '{}'");
  const insert = db.prepare(
    "insert into mail (sender, addressed, subject, body, html, links, attachments, headers, created_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
  );
  const address = db.prepare("insert or ignore into recipient (address, mail_id) values (?, ?)");
  const forget = db.prepare("delete from mail where id <= ?");
  const one = db.prepare("select * from mail where id = ?");
  const newest = db.prepare("select * from mail where id < ? order by id desc limit ?");
  const newestTo = db.prepare(
    "select mail.* from recipient join mail on mail.id = mail_id where address = ? and mail_id < ? order by mail_id desc limit ?",
  );

  return {
    keep(mail: NewMail, now: Date): number {
      const { message_id, reply_to, auto_submitted } = mail;
      db.exec("begin immediate");
      try {
        const { lastInsertRowid } = insert.run(
          mail.from,
          mail.to,
          mail.subject,
          mail.text,
          mail.html,
          JSON.stringify(mail.links),
          JSON.stringify(mail.attachments),
          JSON.stringify({ ...mail.headers, message_id, reply_to, auto_submitted }),
          now.toISOString(),
        );
        const id = Number(lastInsertRowid);
        for (const recipient of mail.recipients) address.run(recipient.toLowerCase(), id);
        forget.run(id - maxMails);
        db.exec("commit");
        return id;
      } catch (problem) {
        db.exec("rollback");
        throw problem;
      }
    },
    find(id: number): Mail | undefined {
      // A row of the table above, as is each of those below.
      const row = one.get(id) as Row | undefined;
      return row && mailOf(row);
    },
    list({ to, before = Number.MAX_SAFE_INTEGER, limit }: Search): Mail[] {
      const rows = to ? newestTo.all(to.toLowerCase(), before, limit) : newest.all(before, limit);
      // Both statements read whole rows of the table of mails.
      return (rows as Row[]).map(mailOf);
    },
    close: () => db.close(),
  };
}

export type Store = ReturnType<typeof openStore>;
