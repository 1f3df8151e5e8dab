import { createHash } from "node:crypto";
import { beginningOf } from "@plumbline/contract/beginning.ts";
import { splitQuoted } from "@plumbline/contract/correspondence/rules.ts";
import type { Address, Email } from "postal-mime";
import sanitize from "sanitize-html";
import type { AppContext } from "../../context.ts";
import type { Limit } from "../../http/limits.ts";
import { append } from "../../outbox/outbox.ts";
import { conversationOf } from "./reply-address.ts";
import { insertReply, type Reply } from "./store.ts";

/** What became of an e-mail that was handed to us. */
export type Outcome = "kept" | "unreadable" | "automatic" | "unknown" | "empty" | "known";

/** How many characters are kept of the answer itself, and of the earlier e-mails that it quotes. */
const mostCharacters = 20_000;
const mostHtml = 500_000;
const mostAttachments = 20;
/** Beyond it the mail server is asked to come again later. */
const repliesTo: Limit = { name: "reply by e-mail", max: 30, seconds: 3600 };

/**
 * Receives an e-mail as it came (RFC 5322) and appends it to the conversation whose address it is for. Whatever is no
 * reply of a person to us is put aside, not refused: a refusal would be an e-mail to somebody. Throws tooMany beyond
 * thirty an hour to one conversation (row G-97).
 */
export async function receiveReply(context: AppContext, raw: Buffer): Promise<Outcome> {
  // Loaded with the first reply: many installations never get one.
  const { default: PostalMime } = await import("postal-mime");
  const email = await PostalMime.parse(raw, { maxNestingDepth: 20, maxHeadersSize: 256 * 1024 }).catch(() => null);
  if (!email) return "unreadable";
  if (isAutomatic(context, email)) return "automatic";
  const id = conversationOf(context, addressesOf(email));
  if (id === null) return "unknown";
  const reply = replyIn(email, raw);
  if (!reply) return "empty";
  await context.limits.require(repliesTo, String(id));
  const now = context.clock.now();
  return context.db.transaction(async (tx) => {
    if (!(await insertReply(tx, id, reply, now))) return "known";
    await append(tx, { kind: "thread.replied", actorId: null, subjectId: id }, now);
    return "kept";
  });
}

const headerOf = ({ headers }: Email, name: string) => headers.find(({ key }) => key === name)?.value.trim() ?? "";

/**
 * Bounces, absence notes, lists and e-mails of our own (RFC 3834), whose answers would go in a circle.
 */
function isAutomatic({ settings }: AppContext, email: Email): boolean {
  const header = (name: string) => headerOf(email, name).toLowerCase();
  const from = senderOf(email);
  const ours = settings.mailFrom.address.toLowerCase();
  return (
    !/^(no)?$/.test(header("auto-submitted").replace(/;.*/s, "")) ||
    /^(bulk|junk|list|auto_reply)$/.test(header("precedence")) ||
    ["x-autoreply", "x-autorespond", "list-id", "x-failed-recipients"].some((name) => header(name) !== "") ||
    header("content-type").startsWith("multipart/report") ||
    header("return-path") === "<>" ||
    from === "" ||
    /^(mailer-daemon|postmaster|no-?reply)@/.test(from) ||
    from === ours
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
function replyIn(email: Email, raw: Buffer): Reply | null {
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
