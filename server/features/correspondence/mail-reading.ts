import { createHash } from "node:crypto";
import { beginningOf } from "@plumbline/contract/beginning.ts";
import { splitQuoted } from "@plumbline/contract/correspondence/rules.ts";
import PostalMime, { type Address, type Email } from "postal-mime";
import sanitize from "sanitize-html";
import type { Reply } from "./store.ts";

/** What we want to know of an e-mail: from and for whom it is, and what a person wrote in it, if anything. */
export type ReadMail = { automatic: boolean; from: string; addresses: string[]; reply: Reply | null };

/** How many characters are kept of the answer itself, and of the earlier e-mails that it quotes. */
const mostCharacters = 20_000;
const mostHtml = 500_000;
const mostAttachments = 20;
/** More than the largest e-mail has whose lines are as long as usual; each takes some thirty microseconds. */
const mostLines = 200_000;

/** Reads an e-mail as it came (RFC 5322); null for what is none. */
export async function readMail(raw: Uint8Array): Promise<ReadMail | null> {
  if (linesIn(raw) > mostLines) return null;
  const email = await PostalMime.parse(raw, { maxNestingDepth: 20, maxHeadersSize: 256 * 1024 }).catch(() => null);
  if (!email) return null;
  return {
    automatic: isAutomatic(email),
    from: senderOf(email),
    addresses: addressesOf(email),
    reply: replyIn(email, raw),
  };
}

function linesIn(raw: Uint8Array): number {
  let lines = 0;
  for (let at = raw.indexOf(10); at >= 0; at = raw.indexOf(10, at + 1)) lines += 1;
  return lines;
}

const headerOf = ({ headers }: Email, name: string) => headers.find(({ key }) => key === name)?.value.trim() ?? "";

/** Bounces, absence notes and lists (RFC 3834), whose answers would go in a circle. */
function isAutomatic(email: Email): boolean {
  const header = (name: string) => headerOf(email, name).toLowerCase();
  const from = senderOf(email);
  return (
    !/^(no)?$/.test(header("auto-submitted").replace(/;.*/s, "")) ||
    /^(bulk|junk|list|auto_reply)$/.test(header("precedence")) ||
    ["x-autoreply", "x-autorespond", "list-id", "x-failed-recipients"].some((name) => header(name) !== "") ||
    header("content-type").startsWith("multipart/report") ||
    header("return-path") === "<>" ||
    from === "" ||
    /^(mailer-daemon|postmaster|no-?reply)@/.test(from)
  );
}

const each = (addresses: readonly Address[] | undefined) =>
  (addresses ?? []).flatMap((one) => ("address" in one && one.address ? [one] : (one.group ?? [])));

const senderOf = ({ from }: Email) => (from ? each([from])[0]?.address?.toLowerCase() : undefined) ?? "";

/** Whom it is for, also where a server on the way has written it down. */
function addressesOf(email: Email): string[] {
  const named = [...each(email.to), ...each(email.cc)].map(({ address }) => address ?? "");
  const onTheWay = ["delivered-to", "x-original-to", "envelope-to"].map((name) => headerOf(email, name));
  return [...named, ...onTheWay.map((address) => address.replace(/^<|>$/g, ""))];
}

/** What a person wrote, as text alone; null when there is nothing. */
function replyIn(email: Email, raw: Uint8Array): Reply | null {
  const written = (email.text ?? withoutTags((email.html ?? "").slice(0, mostHtml)))
    .replaceAll("\0", "")
    .replace(/\r\n?/g, "\n");
  const { text, quoted } = splitQuoted(written.slice(0, 4 * mostCharacters));
  const attachments = email.attachments
    .filter(({ disposition, related }) => disposition === "attachment" || !related)
    .slice(0, mostAttachments)
    .map(({ filename, content }) => ({
      name: beginningOf((filename ?? "without a name").replace(/[\s\p{Cc}]+/gu, " "), 200),
      bytes: typeof content === "string" ? Buffer.byteLength(content) : content.byteLength,
    }));
  if (!text && attachments.length === 0) return null;
  return {
    text: beginningOf(text, mostCharacters),
    quoted: quoted && beginningOf(quoted, mostCharacters),
    from: senderOf(email).slice(0, 254),
    attachments,
    mailKey: createHash("sha256")
      .update(email.messageId || raw)
      .digest("hex"),
  };
}

/** The text of an e-mail that has only HTML, with a line for each of its paragraphs. */
function withoutTags(html: string): string {
  const lines = html.replace(/<(br|\/p|\/div|\/li|\/h[1-6]|\/tr)\b[^<>]*>/gi, "$&\n");
  const text = sanitize(lines, { allowedTags: [], allowedAttributes: {}, nestingLimit: 40 });
  const entities: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' };
  return text.replace(/&(amp|lt|gt|quot);/g, (entity) => entities[entity] ?? entity);
}
