import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
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
