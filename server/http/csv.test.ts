import type { Readable } from "node:stream";
import { expect, test } from "vitest";
import { csvLine, csvStream } from "./csv.ts";

test.each([
  ["a plain text", "Ashdown & Sons", "Ashdown & Sons"],
  ["a comma", "Bell, Carter", '"Bell, Carter"'],
  ["a quotation", 'The "Works"', '"The ""Works"""'],
  ["a line break", "two\nlines", '"two\nlines"'],
  ["a formula", "=1+1", "'=1+1"],
  [
    "a formula with an argument",
    '=HYPERLINK("https://example.test","x")',
    `"'=HYPERLINK(""https://example.test"",""x"")"`,
  ],
  ["a plus", "+44 20", "'+44 20"],
  ["a minus", "-1", "'-1"],
  ["an at sign", "@SUM(A1)", "'@SUM(A1)"],
  ["a tab", "\t=1", "'\t=1"],
  ["a carriage return", "\r=1", `"'\r=1"`],
  ["a number below nothing", -12.5, "-12.5"],
  ["nothing", null, ""],
])("decision 61 a cell of CSV keeps %s from being run", (_name, cell, written) => {
  expect(csvLine([cell])).toBe(`${written}\r\n`);
});

test("decision 61 CSV begins with its mark and its head, and fails before it begins", async () => {
  async function* rows() {
    yield [["one", 1]];
    yield [
      ["two", 2],
      ["three", 3],
    ];
  }
  expect(await csvStream(["Name", "Number"], rows())).toBe("\uFEFFName,Number\r\none,1\r\ntwo,2\r\nthree,3\r\n");
  // biome-ignore lint/correctness/useYield: it fails before it has a row
  async function* broken(): AsyncGenerator<string[][]> {
    throw new Error("no database");
  }
  await expect(csvStream(["Name"], broken())).rejects.toThrow("no database");
});

test("decision 61 a long CSV is sent in chunks of some 64 KB while its rows are read, and is complete", async () => {
  let read = 0;
  async function* rows() {
    for (; read < 20_000; read += 100) yield Array.from({ length: 100 }, (_, at) => ["Ashdown & Sons", read + at]);
  }
  const stream = await csvStream(["Name", "Number"], rows());
  expect(typeof stream).not.toBe("string");
  expect(read).toBeLessThan(5000);
  const chunks = (await (stream as Readable).toArray()) as string[];
  expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThan(70_000);
  expect(chunks.join("").trimEnd().split("\r\n")).toHaveLength(20_001);
});
