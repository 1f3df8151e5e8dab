/** In UTF-16 units. Encoded in an address it is at most nine times as long: see maxParamLength in app.ts. */
const longestName = 120;
const longestEnding = 12;

/** Names that Windows keeps for its devices: a download of that name could not be saved. */
const reserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i;

/**
 * Keeps a name a person recognises, without paths, control characters, line breaks or marks that turn text round. The two
 * joiners stay: emoji and several scripts are written with them. Never empty, at most 120 UTF-16 units, no half characters.
 */
export function harmlessName(name: string | undefined): string {
  const last = (name ?? "").split(/[/\\]/).at(-1) ?? "";
  const clean = last
    .toWellFormed()
    .replace(/(?!\u200c|\u200d)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"]/gu, "")
    .trim()
    .replace(/^[.\s]+|[.\s]+$/g, "")
    .replace(reserved, "_$1");
  // Joiners alone show nothing.
  if (clean.replace(/\u200c|\u200d|\s/g, "") === "") return "file";
  return shortened(clean);
}

/** Cuts a long name before its ending, never within a character. */
function shortened(name: string): string {
  if (name.length <= longestName) return name;
  const ending = endingOf(name);
  const cut = name.slice(0, longestName - ending.length);
  // The last character may have lost its second half.
  return cut.slice(0, /[\ud800-\udbff]$/.test(cut) ? -1 : undefined) + ending;
}

const endingOf = (name: string) => new RegExp(`\\.[^.]{1,${longestEnding - 1}}$`).exec(name)?.[0].toWellFormed() ?? "";

/**
 * The same name with an ending that says what the bytes are: a picture called page.html becomes page.html.png, so that what
 * is saved on somebody's machine cannot run as what it pretends to be. The first of `endings` is the usual one.
 */
export function nameWithEnding(name: string, endings: readonly string[]): string {
  const has = endings.some((ending) => name.toLowerCase().endsWith(`.${ending}`));
  return has
    ? name
    : `${shortened(name)
        .slice(0, longestName - longestEnding)
        .toWellFormed()}.${endings[0]}`;
}
