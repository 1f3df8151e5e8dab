import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { sumOf } from "@plumbline/contract/money.ts";
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

/** A piece of text that one font draws. */
type Run = [font: string, part: string];

type Writing = {
  face?: Face;
  size?: number;
  colour?: string;
  width?: number;
  align?: "left" | "right";
  spacing?: number;
};

/** How the letters of a text stand beside one another. */
type Setting = { spacing: number; features: PDFKit.Mixins.OpenTypeFeatures[] };

/** What stands at the right is a figure of a column: its digits are of one width, so that they stand below one another. */
const settingOf = (align: "left" | "right", spacing = 0): Setting => ({
  spacing,
  features: align === "right" ? ["tnum"] : [],
});

/** Writes one text, switching fonts where one lacks a character; returns the y coordinate below it. */
export function write(
  doc: Document,
  text: string,
  x: number,
  y: number,
  { face = "text", size = 10, colour = ink, width, align = "left", spacing = 0 }: Writing = {},
): number {
  doc.fontSize(size).fillColor(colour);
  let lineY = y;
  const setting = settingOf(align, spacing);
  for (const line of linesOf(doc, runsOf(text, face), width, setting)) {
    if (lineY + lineHeight(doc, face) > doc.page.maxY()) {
      doc.continueOnNewPage();
      lineY = doc.page.margins.top;
    }
    let at = align === "right" && width ? x + width - widthOf(doc, line, setting) : x;
    for (const run of line) {
      setFont(doc, run[0]);
      doc.text(run[1], at, lineY, { lineBreak: false, characterSpacing: spacing, features: setting.features });
      at += widthOf(doc, [run], setting);
    }
    lineY += lineHeight(doc, face);
  }
  doc.y = lineY;
  return lineY;
}

/** The height of a text of the usual face in the size that is set. */
export function heightOf(doc: Document, text: string, width: number, align: "left" | "right" = "left"): number {
  return linesOf(doc, runsOf(text, "text"), width, settingOf(align)).length * lineHeight(doc, "text");
}

const lineGap = 2;

/** By the first font of the face, so that a line with letters of another one is no higher. */
function lineHeight(doc: Document, face: Face): number {
  setFont(doc, faces[face][0] ?? "");
  return doc.currentLineHeight(true) + lineGap;
}

function widthOf(doc: Document, runs: readonly Run[], { spacing, features }: Setting): number {
  return sumOf(
    runs.map(([font, part]) => {
      setFont(doc, font);
      return doc.widthOfString(part, { features }) + spacing * [...part].length;
    }),
  );
}

/**
 * Breaks a text into lines of at most `width`: between words, and within one only where it is longer than a line. PDFKit
 * breaks where the font changes, in the middle of names such as "Příbram".
 */
function linesOf(doc: Document, runs: readonly Run[], width: number | undefined, setting: Setting): Run[][] {
  if (!width) return [[...runs]];
  const lines: Run[][] = [[]];
  const put = (piece: readonly Run[]): boolean => {
    const line = [...(lines.at(-1) ?? []), ...piece];
    // As a whole, because letters stand closer or further apart beside some others.
    if (widthOf(doc, joined(line), setting) > width) return false;
    lines[lines.length - 1] = line;
    return true;
  };
  for (const word of wordsOf(runs)) {
    if (put(word)) continue;
    if (lines.at(-1)?.length) lines.push([]);
    if (put(word)) continue;
    for (const letter of lettersOf(word)) {
      if (put(letter)) continue;
      lines.push([]);
      put(letter);
    }
  }
  return lines.map(joined);
}

/**
 * After a space that is not within a date, or a hyphen or slash that no digit follows: "24 November 2026", "INV-0014" and
 * "02/03/2026" stay whole.
 */
const mayBreakAfter =
  /(?<= )(?<!\b\d{1,2} (?=[A-Z][a-z]{2}))(?<!\b\d{1,2} [A-Z][a-z]{2,8} (?=\d{4}\b))|(?<=[-\u2013\u2014/])(?=[^\d\s])/;

/** The words of a text, each with the space or hyphen after it. Those of several fonts have several runs. */
function wordsOf(runs: readonly Run[]): Run[][] {
  const words: Run[][] = [[]];
  for (const [font, part] of runs) {
    part.split(mayBreakAfter).forEach((piece, index) => {
      // A new run of a text begins a new word only where the text may break.
      const before = words.at(-1)?.at(-1)?.[1] ?? "";
      if (index > 0 || (before + piece).split(mayBreakAfter)[0] === before) words.push([]);
      words.at(-1)?.push([font, piece]);
    });
  }
  return words.filter((word) => word.length > 0);
}

const lettersOf = (word: readonly Run[]): Run[][] =>
  word.flatMap(([font, part]) => [...graphemes.segment(part)].map(({ segment }): Run[] => [[font, segment]]));

/** Neighbours of one font as one run, without the space at the end of the line. */
function joined(line: readonly Run[]): Run[] {
  const runs: Run[] = [];
  for (const [font, part] of line) {
    const last = runs.at(-1);
    if (last?.[0] === font) last[1] += part;
    else runs.push([font, part]);
  }
  const end = runs.at(-1);
  if (end && end[1].trimEnd() !== "") end[1] = end[1].trimEnd();
  return runs;
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
function runsOf(text: string, face: Face): Run[] {
  const runs: Run[] = [];
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
