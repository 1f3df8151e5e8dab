import { present } from "@plumbline/contract/present.ts";

/**
 * The characters that an OpenType font has a glyph for, from format 4 of its `cmap`, which each of our fonts has: the name
 * of a font file promises more than the file holds.
 */
export function charactersIn(font: Buffer): ReadonlySet<number> {
  const at = subtableIn(font, tableIn(font, "cmap"));
  const segments = font.readUInt16BE(at + 6) / 2;
  // Four arrays of 16 bits, after the first of which two bytes are left empty.
  const field = (array: number, segment: number) => at + 14 + array * segments * 2 + (array > 0 ? 2 : 0) + segment * 2;
  const found = new Set<number>();
  for (let segment = 0; segment < segments; segment += 1) {
    const last = font.readUInt16BE(field(0, segment));
    const first = font.readUInt16BE(field(1, segment));
    const delta = font.readUInt16BE(field(2, segment));
    const glyphs = field(3, segment);
    const offset = font.readUInt16BE(glyphs);
    for (let character = first; character <= last; character += 1) {
      const listed = offset === 0 ? character : font.readUInt16BE(glyphs + offset + (character - first) * 2);
      // Glyph 0 is drawn for what the font does not have.
      if (listed !== 0 && ((listed + delta) & 0xffff) !== 0) found.add(character);
    }
  }
  found.delete(0xffff);
  return found;
}

function tableIn(font: Buffer, tag: string): number {
  const entries = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + index * 16);
  const entry = entries.find((at) => font.toString("latin1", at, at + 4) === tag);
  return font.readUInt32BE(present(entry, tag) + 8);
}

function subtableIn(font: Buffer, cmap: number): number {
  const entries = Array.from({ length: font.readUInt16BE(cmap + 2) }, (_, index) => cmap + 4 + index * 8);
  const offsets = entries.map((at) => cmap + font.readUInt32BE(at + 4));
  return present(
    offsets.find((at) => font.readUInt16BE(at) === 4),
    "format 4",
  );
}
