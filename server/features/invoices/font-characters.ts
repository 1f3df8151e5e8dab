import { create } from "fontkit";

/** The last code of Unicode's first plane, which ends each font's list and is no character. */
const endOfList = 0xffff;

/** The characters that an OpenType font has a glyph for: the name of a font file promises more than the file holds. */
export function charactersIn(font: Buffer): ReadonlySet<number> {
  const opened = create(font);
  if (!("characterSet" in opened)) throw new Error("a collection of fonts");
  return new Set(opened.characterSet.filter((code) => code > 0 && code < endOfList));
}
