import type { WrittenMail } from "@plumbline/contract/mail-texts/catalogue.ts";
import { product } from "@plumbline/contract/product.ts";
import { and, eq } from "drizzle-orm";
import type { Db } from "../database/database.ts";
import { preparedInsert } from "../database/prepared-writes.ts";
import { wakeFor } from "../database/wake-ups.ts";
import { escapeHtml } from "../escape-html.ts";
import type { Event } from "../events.ts";
import { mails } from "./schema.ts";
import { currentWording, type WordedBy } from "./texts-store.ts";

/** The content of an e-mail, from which both the plain text and the HTML are rendered. */
export type EmailContent = {
  /** Identifies the e-mail within its event, so that a repeated delivery of the event sends it once. */
  kind: string;
  to: string;
  /** The Reply-To address when a person wrote the text; none for our own texts. */
  replyTo?: string;
  subject: string;
  /** The wording that staff may have changed (`worded` of texts-store.ts), or which of the e-mails that people write it is. */
  wording: WordedBy | { written: WrittenMail };
  greeting: string;
  paragraphs: readonly string[];
  /** Lists with a heading; each line has a text, a time and a link. */
  lists?: readonly { heading: string; lines: readonly { text: string; when: string; url: string }[] }[];
  /** The button: a label and an absolute URL. */
  action?: { label: string; url: string };
  /** Small print at the end. */
  footnote?: string;
  /** For optional e-mails: why it was sent, the pages to unsubscribe or choose, and the one-click URL (RFC 8058). */
  unsubscribe?: { because: string; url: string; oneClickUrl: string; choices: { label: string; url: string } };
};

/** Removes line breaks, which would inject another header. */
const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, " ").trim();

/** Where the addresses of erased accounts end (ADR-044): a domain that can have no mailbox (RFC 2606). */
export const erasedDomain = "erased.invalid";

const queueing = preparedInsert(mails, "queue_email", (insert) =>
  insert.onConflictDoNothing().returning({ id: mails.id }),
);

/**
 * Queues an e-mail, which delivery.ts sends once. Returns false when the event's e-mail of this kind to this address is
 * queued already, and when the member's data is erased.
 */
export async function queueEmail(db: Db, event: Pick<Event, "id"> | null, given: EmailContent): Promise<boolean> {
  if (given.to.endsWith(`@${erasedDomain}`)) return false;
  const email = "name" in given.wording ? { ...given, ...(await currentWording(db, given.wording)) } : given;
  const rows = await queueing(db, {
    eventId: event?.id ?? null,
    kind: email.kind,
    recipient: email.to,
    subject: oneLine(email.subject),
    ...rendered(email),
    replyTo: email.replyTo ?? null,
    unsubscribeUrl: email.unsubscribe?.oneClickUrl ?? null,
  });
  wakeFor(db, "mails");
  return rows.length > 0;
}

/** An e-mail as plain text and as HTML. */
export const rendered = (email: Omit<EmailContent, "wording">) => ({ text: asText(email), html: asHtml(email) });

/** Whether the event's e-mail of this kind is queued already: a repeated delivery must not issue new links. */
export async function isQueued(db: Db, event: Pick<Event, "id">, kind: string): Promise<boolean> {
  const [row] = await db
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.eventId, event.id), eq(mails.kind, kind)))
    .limit(1);
  return row !== undefined;
}

function asText({
  greeting,
  paragraphs,
  lists = [],
  action,
  footnote,
  unsubscribe,
}: Omit<EmailContent, "wording">): string {
  const parts = [greeting, ...paragraphs];
  for (const { heading, lines } of lists)
    parts.push(heading.toUpperCase(), ...lines.map(({ text, when, url }) => `- ${text} (${when})\n  ${url}`));
  if (action) parts.push(`${action.label}:\n${action.url}`);
  parts.push(`${product}`);
  if (footnote) parts.push(`--\n${footnote}`);
  if (unsubscribe) {
    const { because, url, choices } = unsubscribe;
    parts.push(`--\n${because}\nUnsubscribe: ${url}\n${choices.label}: ${choices.url}`);
  }
  return parts.join("\n\n");
}

const link = (url: string, label: string, style: string) =>
  `<a href="${escapeHtml(url)}" style="color:#1F5C4D;${style}">${escapeHtml(label)}</a>`;

function listsAsHtml(lists: NonNullable<EmailContent["lists"]>): string {
  const rule = "border-top:1px solid #DDE4E1";
  return lists
    .map(
      ({ heading, lines }) =>
        `<h2 style="font:600 12px/1.2 Inter,Helvetica,Arial,sans-serif;letter-spacing:.12em;text-transform:uppercase;color:#85590F;margin:26px 0 8px">${escapeHtml(heading)}</h2>
<ul style="list-style:none;margin:0;padding:0">${lines
          .map(
            ({ text, when, url }) =>
              `<li style="margin:0;padding:12px 0;${rule}">${link(url, text, "font-weight:600;text-decoration:none")}<div style="font-size:13px;color:#4C5F63">${escapeHtml(when)}</div></li>`,
          )
          .join("")}</ul>`,
    )
    .join("");
}

function asHtml({
  subject,
  greeting,
  paragraphs,
  lists = [],
  action,
  footnote,
  unsubscribe,
}: Omit<EmailContent, "wording">): string {
  const line = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text).replaceAll("\n", "<br>")}</p>`;
  const button = action
    ? `<p style="margin:28px 0"><a href="${escapeHtml(action.url)}" style="background:#1F5C4D;color:#ffffff;text-decoration:none;padding:13px 22px;border-radius:8px;font-weight:600;display:inline-block">${escapeHtml(action.label)}</a></p>
       <p style="margin:0 0 16px;font-size:13px;color:#4C5F63">If the button does not work, copy this address into your browser:<br>${link(action.url, action.url, "word-break:break-all")}</p>`
    : "";
  const smallPrint = footnote
    ? `<p style="margin:24px 0 0;font-size:13px;color:#4C5F63">${escapeHtml(footnote).replaceAll("\n", "<br>")}</p>`
    : "";
  const unsubscribeFooter = unsubscribe
    ? `<p style="margin:16px 0 0;padding:0 29px;font-size:13px;color:#4C5F63">${escapeHtml(unsubscribe.because)}<br>${link(unsubscribe.url, "Unsubscribe", "")} &nbsp;·&nbsp; ${link(unsubscribe.choices.url, unsubscribe.choices.label, "")}</p>`
    : "";
  return `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#F7F4EE;color:#16262B;font:16px/1.55 Inter,Helvetica,Arial,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px 20px;overflow-wrap:anywhere;word-break:break-word">
<div style="font:500 20px Georgia,serif;padding:0 0 16px">${product}</div>
<div style="background:#ffffff;border:1px solid #DDE4E1;border-radius:10px;padding:28px">
<h1 style="font:500 24px/1.2 Georgia,serif;margin:0 0 18px">${escapeHtml(subject)}</h1>
${line(greeting)}${paragraphs.map(line).join("")}${listsAsHtml(lists)}${button}${smallPrint}</div>${unsubscribeFooter}</div></body></html>`;
}
