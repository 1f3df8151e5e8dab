import { decodeHTMLStrict } from "entities";

/**
 * Reads what editors wrote (decision 35: nothing from the content service is trusted). Only text leaves here, never
 * markup: tags are dropped, entities become letters, and cutting happens after that.
 */
/** Entities as HTML 5 names them; what a page may not hold (NUL, half a pair) is dropped. */
const decoded = (text: string) =>
  decodeHTMLStrict(text)
    .replace(/[\0\ufffd]/g, "")
    .toWellFormed();

const scripts = /<(script|style|iframe|template|noscript)\b[\s\S]*?(<\/\1\s*>|$)|<!--[\s\S]*?(-->|$)/gi;
const withoutTags = (html: string) => html.replace(scripts, "").replace(/<\/?[a-z][^>]*(>|$)/gi, "");

/** HTML, or anything else, as one line of text. */
export function plain(html: unknown): string {
  if (typeof html !== "string" && typeof html !== "number") return "";
  return decoded(withoutTags(String(html)))
    .replace(/\s+/g, " ")
    .trim();
}

/** A title in pieces, so that what the editor emphasised can be. */
export function emphasised(html: unknown): { text: string; strong: boolean }[] {
  if (typeof html !== "string") return [];
  return html
    .split(/(<em\b[^>]*>[\s\S]*?<\/em>)/i)
    .map((piece) => ({ text: decoded(withoutTags(piece)).replace(/\s+/g, " "), strong: /^<em\b/i.test(piece) }))
    .filter(({ text }) => text !== "");
}

export type Picture = { url: string; alt: string; width: number | undefined; height: number | undefined };

/** A picture from the address or the object an editor's field may hold; an id alone, or an empty field, is none. */
export function pictureOf(value: unknown): Picture | null {
  const given = typeof value === "string" ? { url: value } : (value as Record<string, unknown> | null);
  const url = given && typeof given === "object" ? linkOf(given.url) : null;
  if (!given || !url) return null;
  const number = (side: unknown) => (typeof side === "number" && side > 0 ? side : undefined);
  const { alt, width, height } = given as Record<string, unknown>;
  return { url, alt: plain(alt), width: number(width), height: number(height) };
}

/** An address that may be followed: our own, or over the web; never a script. Takes text or a link field's object. */
export function linkOf(value: unknown): string | null {
  const text = typeof value === "string" ? value : ((value as { url?: unknown } | null)?.url ?? "");
  return typeof text === "string" && /^(https?:\/\/|\/(?!\/))/i.test(text.trim()) ? text.trim() : null;
}

/** A repeater's rows: a list, or nothing where the service says false, null or an empty list. */
export function rowsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value)
    ? value.filter((row) => typeof row === "object" && row !== null && !Array.isArray(row))
    : [];
}

/** The editor's fields of a page or post; empty where there are none. */
export function fieldsOf(item: { acf?: unknown } | null | undefined): Record<string, unknown> {
  const acf = item?.acf;
  return typeof acf === "object" && acf !== null && !Array.isArray(acf) ? (acf as Record<string, unknown>) : {};
}
