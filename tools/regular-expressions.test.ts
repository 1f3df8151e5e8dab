import { readFileSync } from "node:fs";
import { analyse } from "scslre";
import { expect, test } from "vitest";
import { parseAst } from "vitest/node";
import { sourceFiles } from "./source-files.ts";

// Some regular expressions take the square of the length of a text, in which nobody else is served: a file name of 80 KB
// took seconds. Those that need it are given texts of a known length.

const reasons: Record<string, string> = {
  "/[\\s,;:–—-]+$/": "the beginning of a title or an excerpt",
  "/\\s*(%|days?)$/i": "at most 40 characters",
  "/\\s*(%|days?)\\s*$/i": "what staff have typed into a field, in their browser",
  "/[.,;:–-]+$/": "the beginning of a review",
  "/^(#{2,3}) +(.*)$/": "a line that staff have written",
  "/^redis(s?)\\+(sentinel|cluster):\\/\\/(?:([^@/?#]*)@)?([^@/?#]+)([^?#]*)(?:\\?([^#]*))?$/": "a setting",
  "/^(.*)<(.*)>$/": "a setting",
  "/^\\s*([\\w.-]+)\\s*=\\s*([^\\s,]*(?: [^\\s,]+)*)\\s*$/": "a setting",
  "/^[.\\s]+|[.\\s]+$/g": "cut at 2,000 before",
  "/[\"'`“‘].*[\"'`”’]/s": "cut at 2,000 before",
  "/\\S+@\\S+/g": "cut at 2,000 before",
  "/[?&][^=&]*(?:token|code|state|signature|secret|sid)=/i": "an address, which Node.js takes up to 16 KB of",
  "/[a-z][a-z0-9+.-]*:\\/\\/\\S+/gi": "cut at 5,000 before",
  "/[^\\s<>\"'(),;:]*@[^\\s<>\"'(),;:]+/g": "cut at 5,000 before",
};

/** All regular expressions of a program. */
function regularExpressionsIn(value: unknown): RegExp[] {
  if (typeof value !== "object" || value === null) return [];
  const regex: unknown = Reflect.get(value, "regex");
  if (Reflect.get(value, "type") === "Literal" && typeof regex === "object" && regex !== null)
    return [new RegExp(String(Reflect.get(regex, "pattern")), String(Reflect.get(regex, "flags")))];
  return Object.values(value).flatMap(regularExpressionsIn);
}

const isSlow = (pattern: RegExp) => analyse(pattern, { reportTypes: { Move: true } }).reports.length > 0;

const sources = sourceFiles().filter(
  (path) =>
    /^(contract|server|web\/app)\/.*\.tsx?$/.test(path) &&
    !/\.test\.tsx?$|^server\/(testing|demo|migrations)\//.test(path),
);

test("R7 no regular expression takes the square of the length of a text that may be long", () => {
  const slow = new Map<string, string[]>();
  for (const path of sources) {
    const text = readFileSync(path, "utf8");
    if (!text.includes("/")) continue;
    const lang = path.endsWith("x") ? "tsx" : "ts";
    for (const pattern of regularExpressionsIn(parseAst(text, { lang })))
      if (isSlow(pattern)) slow.set(String(pattern), [...(slow.get(String(pattern)) ?? []), path]);
  }
  expect(Object.fromEntries([...slow].filter(([pattern]) => !(pattern in reasons)))).toEqual({});
  // A reason that nothing needs any more goes.
  expect(Object.keys(reasons).filter((pattern) => !slow.has(pattern))).toEqual([]);
});

test("R7 an expression that tries each of many beginnings is recognised", () => {
  expect([/\s+$/, /(a+)+b/, /^x.*y.*z/].map(isSlow)).toEqual([true, true, true]);
  expect([/^\s+/, /a+b/, /[.]$/].map(isSlow)).toEqual([false, true, false]);
});
