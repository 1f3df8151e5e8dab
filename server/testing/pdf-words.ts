import { inflateSync } from "node:zlib";

/**
 * The text of a PDF that pdfkit wrote, in the order in which it was drawn, a space after each piece. Fonts are subsets, so
 * that each has a map of its own from its glyphs to characters.
 */
export const pdfWords = (pdf: Buffer): string =>
  pdfPieces(pdf)
    .map(({ text }) => text)
    .join(" ");

/** The same text by lines: pieces at the same height that were drawn one after the other. */
export function pdfLines(pdf: Buffer): string[] {
  const lines: { y: string; text: string }[] = [];
  for (const { y, text } of pdfPieces(pdf)) {
    const last = lines.at(-1);
    if (last?.y === y) last.text += text;
    else lines.push({ y, text });
  }
  return lines.map(({ text }) => text);
}

/** The same text by pieces, with the place where each begins. */
export function pdfPieces(pdf: Buffer): { x: string; y: string; text: string }[] {
  const text = pdf.toString("latin1");
  const objects = new Map(
    [...text.matchAll(/(\d+) 0 obj\n(.*?)\nendobj/gs)].map(([, id, body]) => [Number(id), body ?? ""]),
  );
  const streamOf = (body: string): string => {
    const raw = /stream\n(.*)\nendstream/s.exec(body)?.[1] ?? "";
    const bytes = Buffer.from(raw, "latin1");
    return body.includes("FlateDecode") ? inflateSync(bytes).toString("latin1") : raw;
  };
  const fonts = new Map(
    [...text.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => {
      const map = Number(/\/ToUnicode (\d+) 0 R/.exec(objects.get(Number(id)) ?? "")?.[1]);
      return [name ?? "", charactersOf(streamOf(objects.get(map) ?? ""))];
    }),
  );
  return [...objects.values()]
    .filter((body) => body.includes("stream\n"))
    .map(streamOf)
    .filter((content) => /\bBT\b/.test(content))
    .flatMap((content) => [...content.matchAll(/([\d.]+) ([\d.]+) Tm\n\/(F\d+) [\d.]+ Tf.*?\[(.*?)\] TJ/gs)])
    .map(([, x = "", y = "", font, pieces]) => ({
      x,
      y,
      text: [...(pieces ?? "").matchAll(/<([0-9a-f]+)>/g)]
        .flatMap(([, hex]) => hex?.match(/.{4}/g) ?? [])
        .map((glyph) => fonts.get(font ?? "")?.get(Number.parseInt(glyph, 16)) ?? "?")
        .join(""),
    }));
}

/** The characters of a ToUnicode map, by glyph. */
function charactersOf(map: string): Map<number, string> {
  const found = new Map<number, string>();
  for (const [, from, , list] of map.matchAll(/<([0-9a-f]{4})> <([0-9a-f]{4})> \[([^\]]*)\]/g))
    [...(list ?? "").matchAll(/<([0-9a-f ]+)>/g)].forEach(([, hex], index) => {
      const units = (hex ?? "").replace(/ /g, "").match(/.{4}/g) ?? [];
      found.set(
        Number.parseInt(from ?? "0", 16) + index,
        String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16))),
      );
    });
  return found;
}
