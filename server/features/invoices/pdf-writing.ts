import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { present } from "@plumbline/contract/present.ts";
import type PDFDocument from "pdfkit";
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
const scripts: readonly [name: string, has: RegExp][] = [
  ["latin", /[\u0020-\u00FF\u0131\u0152\u0153\u02BB\u02BC\u02C6\u02DA\u02DC\u2000-\u206F\u20AC\u2122\u2212]/],
  ["latin-ext", /[\u0100-\u02FF\u1E00-\u1EFF\u20A0-\u20C0]/],
  ["greek", /[\u0370-\u03FF]/],
  ["cyrillic", /[\u0400-\u045F\u0490\u0491\u04B0\u04B1\u2116]/],
];
const faces = { text: ["inter", 400], strong: ["inter", 600], display: ["fraunces", 500] } as const;

/** The name of the font that a face uses for a script. Fraunces covers Latin only; other scripts are set in Inter. */
function fontName(face: Face, script: string): string {
  const [family, weight] = faces[face];
  return family === "fraunces" && !script.startsWith("latin") ? `inter-${script}-600` : `${family}-${script}-${weight}`;
}

/** All fonts, read with the first invoice that is drawn, because this module is loaded then. */
const fonts: ReadonlyMap<string, Buffer> = new Map(
  (["text", "strong", "display"] as const).flatMap((face) =>
    scripts.map(([script]) => fontName(face, script)).map((name) => [name, readFont(name)] as const),
  ),
);

type Writing = {
  face?: Face;
  size?: number;
  colour?: string;
  width?: number;
  align?: "left" | "right";
  spacing?: number;
};

/** Writes one text, switching fonts where its script changes; returns the y coordinate below it. */
export function write(
  doc: Document,
  text: string,
  x: number,
  y: number,
  { face = "text", size = 10, colour = ink, width, align = "left", spacing }: Writing = {},
): number {
  const parts = runsOf(text);
  doc.fontSize(size).fillColor(colour);
  parts.forEach(([script, part], index) => {
    doc.font(fontOf(doc, face, script));
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
  doc.font(fontOf(doc, "text", runsOf(text)[0]?.[0] ?? "latin"));
  return doc.heightOfString(text, { width, lineGap: 2 });
}

function fontOf(doc: Document, face: Face, script: string): string {
  const name = fontName(face, script);
  doc.registerFont(name, present(fonts.get(name), name));
  return name;
}

/** Splits a text into runs of one script; a character that no font contains is drawn as a question mark. */
function runsOf(text: string): [script: string, part: string][] {
  const runs: [string, string][] = [];
  for (const letter of text.normalize("NFC").replace(/\s+/g, " ")) {
    const script = scripts.find(([, has]) => has.test(letter))?.[0];
    const last = runs.at(-1);
    if (last && (last[0] === script || !script)) last[1] += script ? letter : "?";
    else runs.push([script ?? "latin", script ? letter : "?"]);
  }
  return runs.length > 0 ? runs : [["latin", " "]];
}
