import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { charactersIn } from "./font-characters.ts";
import { unpackWoff } from "./woff.ts";

const { resolve } = createRequire(import.meta.url);
const fonts = ["inter/files/inter-latin-400-normal.woff", "fraunces/files/fraunces-latin-500-normal.woff"];

/** OpenType's checksum of a table: the sum of its words. */
function checksumOf(table: Buffer): number {
  const padded = Buffer.concat([table, Buffer.alloc(-table.length & 3)]);
  let sum = 0;
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0;
  return sum;
}

test.each(fonts)("I-13 %s unpacks into tables with the checksums that the font states", (file) => {
  const font = unpackWoff(readFileSync(resolve(`@fontsource/${file}`)));
  const count = font.readUInt16BE(4);
  expect(count).toBeGreaterThan(8);
  for (let index = 0; index < count; index += 1) {
    const at = 12 + index * 16;
    const [tag, checksum] = [font.toString("latin1", at, at + 4), font.readUInt32BE(at + 4)];
    const table = font.subarray(font.readUInt32BE(at + 8), font.readUInt32BE(at + 8) + font.readUInt32BE(at + 12));
    // The checksum of `head` leaves out its own field for the whole file's.
    if (tag === "head") continue;
    expect([tag, checksumOf(table)]).toEqual([tag, checksum]);
  }
});

test("I-13 a file that is no WOFF font is refused", () => {
  expect(() => unpackWoff(Buffer.from("OTTO and so on"))).toThrow("not a WOFF font");
});

test("I-11 the characters of a font are those that it has glyphs for, whatever its name promises", () => {
  const has = (name: string, letter: string) =>
    charactersIn(unpackWoff(readFileSync(resolve(`@fontsource/inter/files/inter-${name}-400-normal.woff`)))).has(
      letter.codePointAt(0) ?? 0,
    );
  // Letters of the range that is called "latin-ext" are in the file for Vietnamese alone.
  expect(["ễ", "ž", "ŉ", "中"].map((letter) => has("latin-ext", letter))).toEqual([false, true, false, false]);
  expect(["ễ", "ž", "A"].map((letter) => has("vietnamese", letter))).toEqual([true, false, true]);
  expect(["–", "\u2011", "a", "\u200d"].map((letter) => has("latin", letter))).toEqual([true, false, true, false]);
});
