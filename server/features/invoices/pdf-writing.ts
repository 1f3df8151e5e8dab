import { createRequire } from "node:module";
import type PDFDocument from "pdfkit";

export type Document = InstanceType<typeof PDFDocument>;
type Face = "text" | "strong" | "display";

const ink = "#16262B";

// Each script is a file of its own; the first that has a letter draws it.
const { resolve } = createRequire(import.meta.url);
const cut = (family: string, script: string, weight: number) =>
  resolve(`@fontsource/${family}/files/${family}-${script}-${weight}-normal.woff`);
const scripts: readonly [name: string, has: RegExp][] = [
  ["latin", /[\u0020-\u00FF\u0131\u0152\u0153\u02BB\u02BC\u02C6\u02DA\u02DC\u2000-\u206F\u20AC\u2122\u2212]/],
  ["latin-ext", /[\u0100-\u02FF\u1E00-\u1EFF\u20A0-\u20C0]/],
  ["greek", /[\u0370-\u03FF]/],
  ["cyrillic", /[\u0400-\u045F\u0490\u0491\u04B0\u04B1\u2116]/],
];
const faces = { text: ["inter", 400], strong: ["inter", 600], display: ["fraunces", 500] } as const;

type Writing = {
  face?: Face;
  size?: number;
  colour?: string;
  width?: number;
  align?: "left" | "right";
  spacing?: number;
};

/** Writes one text, changing the file where its script changes; gives the y below it. */
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
    // Right-aligned text is figures, which are one run: an alignment and a continuation do not go together.
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
  const [family, weight] = faces[face];
  // Fraunces is cut for Latin only; names in other scripts are set in Inter.
  const name = family === "fraunces" && !script.startsWith("latin") ? "inter" : family;
  const path = cut(name, script, name === family ? weight : 600);
  doc.registerFont(path, path);
  return path;
}

/** Splits a text into stretches of one script; a letter that none of them has is drawn as a question mark. */
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
