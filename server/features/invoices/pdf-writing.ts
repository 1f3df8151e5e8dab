import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { present } from "@plumbline/contract/present.ts";
import type PDFDocument from "pdfkit";
import { charactersIn } from "./font-characters.ts";
import { unpackWoff } from "./woff.ts";

export type Document = InstanceType<typeof PDFDocument>;
type Face = "text" | "strong" | "display";

const ink = "#16262B";

// Each script has its own font file; a character is drawn with the first one that contains it.
const { resolve } = createRequire(import.meta.url);
const readFont = (name: string) => {
  const family = name.split("-")[0];
  return unpackWoff(readFileSync(resolve(`@fontsource/${family}/files/${name}-normal.woff`)));
};
const latin = ["latin", "latin-ext", "vietnamese"];
const scripts = [...latin, "greek", "greek-ext", "cyrillic", "cyrillic-ext"];
const inter = (weight: number) => scripts.map((script) => `inter-${script}-${weight}`);
/** The fonts of each face. Fraunces covers Latin only; what it lacks is set in Inter. */
const faces: Readonly<Record<Face, readonly string[]>> = {
  text: inter(400),
  strong: inter(600),
  display: [...latin.map((script) => `fraunces-${script}-500`), ...inter(600)],
};

/** All fonts with their characters, read with the first invoice that is drawn, because this module is loaded then. */
const fonts: ReadonlyMap<string, { data: Buffer; characters: ReadonlySet<number> }> = new Map(
  [...new Set(Object.values(faces).flat())].map((name) => {
    const data = readFont(name);
    return [name, { data, characters: charactersIn(data) }];
  }),
);

type Writing = {
  face?: Face;
  size?: number;
  colour?: string;
  width?: number;
  align?: "left" | "right";
  spacing?: number;
};

/** Writes one text, switching fonts where one lacks a character; returns the y coordinate below it. */
export function write(
  doc: Document,
  text: string,
  x: number,
  y: number,
  { face = "text", size = 10, colour = ink, width, align = "left", spacing }: Writing = {},
): number {
  const parts = runsOf(text, face);
  doc.fontSize(size).fillColor(colour);
  parts.forEach(([font, part], index) => {
    setFont(doc, font);
    const more = {
      continued: index < parts.length - 1,
      lineGap: 2,
      ...(width ? { width } : {}),
      ...(spacing ? { characterSpacing: spacing } : {}),
    };
    // PDFKit cannot align continued text; right-aligned text is numbers, which are a single run.
    const how = parts.length === 1 ? { ...more, align } : more;
    if (index === 0) doc.text(part, x, y, how);
    else doc.text(part, how);
  });
  return doc.y;
}

export function heightOf(doc: Document, text: string, width: number): number {
  setFont(doc, runsOf(text, "text")[0]?.[0] ?? faces.text[0] ?? "");
  return doc.heightOfString(text, { width, lineGap: 2 });
}

function setFont(doc: Document, name: string): void {
  doc.registerFont(name, present(fonts.get(name), name).data);
  doc.font(name);
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
/** Dashes that word processors put in and no font has. */
const dashes = new Map([
  ["\u2010", "-"],
  ["\u2011", "-"],
  ["\u2012", "\u2013"],
  ["\u2015", "\u2014"],
]);

/**
 * Splits a text into runs of one font. What a reader takes for one character, such as an emoji, and no font contains is
 * drawn as one question mark; what has no shape of its own is left out.
 */
function runsOf(text: string, face: Face): [font: string, part: string][] {
  const runs: [string, string][] = [];
  const add = (font: string, part: string) => {
    const last = runs.at(-1);
    if (last?.[0] === font) last[1] += part;
    else runs.push([font, part]);
  };
  for (const { segment } of graphemes.segment(text.normalize("NFC").replace(/\s+/g, " "))) {
    const [first = "", ...marks] = segment;
    if (/\p{Default_Ignorable_Code_Point}|\p{Cc}/u.test(first)) continue;
    const letters = drawable(dashes.get(first) ?? first, face);
    for (const letter of letters) add(fontOf(letter, face) ?? "", letter);
    // An accent is placed by the font of its letter, or not at all.
    const font = fontOf(letters.at(-1) ?? "", face) ?? "";
    for (const mark of marks) if (/\p{M}/u.test(mark) && has(font, mark)) add(font, mark);
  }
  return runs.length > 0 ? runs : [[faces[face][0] ?? "", " "]];
}

/** A character, or what Unicode says is the same in plainer letters ("ﬁ", "①"), if all of it can be drawn. */
function drawable(character: string, face: Face): string[] {
  const same = [[character], [...character.normalize("NFKD")]];
  return same.find((letters) => letters.every((letter) => fontOf(letter, face))) ?? ["?"];
}

const fontOf = (letter: string, face: Face) => faces[face].find((name) => has(name, letter));
const has = (font: string, letter: string) => fonts.get(font)?.characters.has(letter.codePointAt(0) ?? -1) ?? false;
