import { expect, test } from "vitest";
import { fatalErrorIn } from "./fatal-error.ts";

/** Messages of PostgreSQL's protocol: a letter, the length, and a body. */
function responses(...messages: [letter: string, body: string][]): Uint8Array {
  return Buffer.concat(
    messages.map(([letter, body]) => {
      const head = Buffer.alloc(5);
      head.write(letter);
      head.writeUInt32BE(4 + Buffer.byteLength(body), 1);
      return Buffer.concat([head, Buffer.from(body)]);
    }),
  );
}
const error = (severity: string, text: string): [string, string] => [
  "E",
  `S${severity}\0V${severity}\0C53100\0M${text}\0\0`,
];
const ready: [string, string] = ["Z", "I"];

test.each([
  ["a row", [["D", "VPANIC\0"], ready], null],
  ["a refused statement", [error("ERROR", "VPANIC"), ready], null],
  ["a process that ends", [error("FATAL", "terminating connection")], "terminating connection"],
  ["a log that cannot be written, after a row", [["D", "1"], error("PANIC", "No space left")], "No space left"],
  ["nothing", [], null],
] as [string, [string, string][], string | null][])(
  "R22 whether the embedded database has failed is read from its responses: %s",
  (_, messages, message) => {
    expect(fatalErrorIn(responses(...messages))).toBe(message);
  },
);
