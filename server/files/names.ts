import { beginningOf } from "@plumbline/contract/beginning.ts";

/** In UTF-16 units. URL-encoded it is at most nine times as long: see maxParamLength in app.ts. */
const maxNameLength = 120;
const maxExtensionLength = 12;

/** Names that Windows reserves for devices: a download of that name could not be saved. */
const reserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i;

/**
 * Makes an uploaded file's name safe: without paths, control characters, line breaks and bidirectional marks. The two
 * zero-width joiners stay, because emoji and several scripts need them. Returns 1 to 120 UTF-16 units, well-formed.
 */
export function sanitiseName(name: string | undefined): string {
  const last = (name ?? "").split(/[/\\]/).at(-1) ?? "";
  const clean = withinReason(last)
    .toWellFormed()
    .replace(/(?!\u200c|\u200d)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"]/gu, "")
    .trim()
    .replace(/^[.\s]+|[.\s]+$/g, "")
    .replace(reserved, "_$1");
  // Joiners alone are invisible.
  if (clean.replace(/\u200c|\u200d|\s/g, "") === "") return "file";
  return shortened(clean);
}

/** The beginning and the end of a name that may have any length: what follows takes the square of it. */
const withinReason = (name: string) => (name.length > 2000 ? name.slice(0, 1000) + name.slice(-1000) : name);

/** Shortens a long name before its extension, never within a character. */
function shortened(name: string): string {
  if (name.length <= maxNameLength) return name;
  const ending = extensionOf(name);
  return beginningOf(name, maxNameLength - ending.length) + ending;
}

const extensionOf = (name: string) =>
  new RegExp(`\\.[^.]{1,${maxExtensionLength - 1}}$`).exec(name)?.[0].toWellFormed() ?? "";

/**
 * Appends an extension that matches the content unless the name has one: an image called page.html becomes
 * page.html.png, so that a saved file cannot be opened as another type. The first of `extensions` is the usual one.
 */
export function nameWithExtension(name: string, extensions: readonly string[]): string {
  const has = extensions.some((ending) => name.toLowerCase().endsWith(`.${ending}`));
  return has ? name : `${beginningOf(shortened(name), maxNameLength - maxExtensionLength)}.${extensions[0]}`;
}
