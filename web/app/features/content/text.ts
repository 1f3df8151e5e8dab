import { isRecord } from "../../is-record.ts";
import { decodeReferences } from "./references.ts";

/**
 * Reads editors' input (decision 35: content is not trusted). The result is plain text, never markup: tags are dropped,
 * entities become characters, and cutting happens after that.
 */
/** Entities as in HTML 5; characters that are not allowed in a page (NUL, unpaired surrogates) are dropped. */
const decoded = (text: string) =>
  decodeReferences(text)
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

/** A title in parts, so that emphasised ones can be marked. Its no-break spaces are kept: they say where it is not broken. */
export function emphasised(html: unknown): { text: string; strong: boolean }[] {
  if (typeof html !== "string") return [];
  return html
    .split(/(<em\b[^>]*>[\s\S]*?<\/em>)/i)
    .map((piece) => ({
      text: decoded(withoutTags(piece)).replace(/[^\S\u00a0]+/g, " "),
      strong: /^<em\b/i.test(piece),
    }))
    .filter(({ text }) => text !== "");
}

export type Picture = { url: string; alt: string; width: number | undefined; height: number | undefined };

/** A picture from an editor's field, which holds an address or an object; null for an id or an empty field. */
export function pictureOf(value: unknown): Picture | null {
  const url = linkOf(value);
  if (!url) return null;
  const number = (side: unknown) => (typeof side === "number" && side > 0 ? side : undefined);
  const { alt, width, height } = isRecord(value) ? value : {};
  return { url, alt: plain(alt), width: number(width), height: number(height) };
}

/** A safe link address: root-relative, http or https; never a script. Takes text or a link field's object. */
export function linkOf(value: unknown): string | null {
  const text = isRecord(value) ? value.url : value;
  return typeof text === "string" && /^(https?:\/\/|\/(?!\/))/i.test(text.trim()) ? text.trim() : null;
}

/** A repeater field's rows: a list, or an empty one where the service answers false or null. */
export function rowsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** The custom fields of a page or post; empty where there are none. */
export function fieldsOf(item: { acf?: unknown } | null | undefined): Record<string, unknown> {
  return isRecord(item?.acf) ? item.acf : {};
}
