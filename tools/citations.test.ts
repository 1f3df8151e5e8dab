import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";
import { sourceFiles } from "./source-files.ts";

// Rule 24: every citation in code, tests and documents exists in this repository, and a test title names every promise.

const itself = "tools/citations.test.ts";
const files = sourceFiles().filter((path) => path !== itself);
const texts = new Map(
  files
    .filter((path) => /\.(ts|tsx|mjs|js|css|sql|md)$/.test(path))
    .map((path) => [path, readFileSync(path, "utf8")] as const),
);
// Build output that comments may name.
const places = [...files, itself, "web/build/client/", "web/build/server/", "server/build/main.js"];

const specification = texts.get("docs/specification.md") ?? "";
const firstCells = (pattern: string) =>
  [...specification.matchAll(new RegExp(`^\\| (${pattern}) \\|`, "gm"))].map(([, id]) => id as string);
const promises = firstCells("[A-Z]-\\d\\d");
const figures = firstCells("R\\d+");
/** Everything that may be cited by id. */
const ids = new Set([
  ...promises,
  ...figures,
  ...firstCells("decision \\d+a?"),
  ...[...(texts.get("docs/architecture.md") ?? "").matchAll(/^(\d+)\. \*\*/gm)].map(([, rule]) => `rule ${rule}`),
  ...[...texts].flatMap(([path, text]) => {
    const record = /^docs\/decisions\/(ADR-\d{3})-[a-z0-9-]+\.md$/.exec(path)?.[1];
    return record && text.startsWith(`# ${record} `) ? [record] : [];
  }),
]);

/** The comments of a source file, with all other characters blank so that line numbers stay; a document unchanged. */
const prose = (path: string, text: string) =>
  path.endsWith(".md")
    ? text
    : text
        .split("\n")
        .map((line) => {
          const from = line.search(/^\s*(\/?\*|--|\/\/|\{\/\*)|(?<=\s)(\/\/|\/\*)\s/);
          return from < 0 ? " ".repeat(line.length) : " ".repeat(from) + line.slice(from);
        })
        .join("\n");

/** Whether a path exists: from the root or from any folder on, with <feature> or * as wildcards. */
function exists(named: string): boolean {
  const pattern = named
    .replace(/\/$/, "")
    .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
    .replace(/<[a-z]+>|\*+/g, "[^/]+");
  return places.some((place) => new RegExp(`(^|/)${pattern}(/|$)`).test(place));
}

const code = [...texts].flatMap(([path, text]) => (path.endsWith(".md") ? [] : [text])).join("\n");

const slug = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .trim()
    .replace(/\s/g, "-");

function linkResolves(from: string, link: string): boolean {
  if (/^(https?|mailto):/.test(link)) return true;
  const [path = "", anchor] = link.split("#");
  const target = path ? normalize(join(dirname(from), path)) : from;
  if (!places.some((place) => place === target || place.startsWith(`${target.replace(/\/$/, "")}/`))) return false;
  return (
    !anchor || [...(texts.get(target) ?? "").matchAll(/^#+ (.+)$/gm)].some(([, title]) => slug(title ?? "") === anchor)
  );
}

const top = "(?:docs|server|web|contract|sandbox|bench|tools)";
/** The citations of a text that do not resolve, as "path:line citation". */
function broken(path: string, text: string): string[] {
  const found: { at: number; words: string }[] = [];
  const check = (pattern: RegExp, within: string, resolves: (match: RegExpMatchArray) => boolean) => {
    for (const match of within.matchAll(pattern))
      if (!resolves(match)) found.push({ at: match.index, words: match[0].replace(/\s+/g, " ") });
  };
  // A citation may span two lines of a comment, so line ends and comment markers become spaces.
  const flowing = text.replace(/\n[ \t]*(\*(?!\/)|\/\/)?/g, (end) => " ".repeat(end.length));
  const numbers = (match: RegExpMatchArray, kind: string) =>
    (match[1] as string).match(/\d+a?/g)?.every((number) => ids.has(`${kind} ${number}`)) ?? false;
  const series = "(\\d+a?\\b(?:(?:,|,? +(?:and|to)) +\\d+a?\\b)*)";
  check(/(?<![\w-])[A-Z]-\d{1,3}(?![\w-])/g, text, ([id]) => ids.has(id));
  check(/(?<![\w-])R\d{1,2}(?![\w-])/g, text, ([id]) => ids.has(id));
  check(/\bADR-\w+/g, text, ([id]) => ids.has(id));
  check(new RegExp(`\\bdecisions? +${series}`, "gi"), flowing, (match) => numbers(match, "decision"));
  check(new RegExp(`\\brules? +${series}`, "gi"), flowing, (match) => numbers(match, "rule"));
  check(/\b(issue|item) #?\d+/gi, prose(path, text), () => false);
  const proseText = prose(path, text);
  check(new RegExp(`(?<![\\w./@:-])${top}/[\\w.<>*/-]*[\\w>*/]`, "g"), proseText, ([named]) => exists(named));
  check(
    /(?<![\w./<>*@:-])(?:[a-z][a-z0-9-]*\/)*[a-z][a-z0-9-]*(\.[a-z]+)*\.(ts|tsx|mjs|md|sql)\b/g,
    proseText,
    ([named]) => exists(named),
  );
  if (path.endsWith(".md")) {
    check(/\]\(([^)\s]+)\)/g, text, ([, link]) => linkResolves(path, link as string));
    check(/`[a-z]+[A-Z]\w*`/g, text, ([named]) => code.includes(named.slice(1, -1)));
  }
  return [...new Set(found.map(({ at, words }) => `${path}:${text.slice(0, at).split("\n").length} ${words}`))];
}

const isTest = (path: string) => /\.(test|journey)\.tsx?$/.test(path);
/** The titles of a file's tests, including those of test.each. */
const titlesOf = (text: string) =>
  [...text.matchAll(/(?:\b(?:test|it|describe)(?:\.\w+)*|\))\(\s*(["'`])((?:(?!\1)[\s\S])*)\1/g)].map(
    ([, , title]) => title as string,
  );
const titles = new Map([...texts].filter(([path]) => isTest(path)).map(([path, text]) => [path, titlesOf(text)]));
/** The titles of those that run by day as well: neither `test.runIf(atNight)` nor tagged `nightly` (ADR-056). */
const dayTitlesOf = (text: string) =>
  titlesOf(
    text
      .replace(/(?:runIf\(atNight\b(?! \|\|)[^\n]*?\)|embeddedAtNight)\(\s*(["'`])(?:(?!\1)[\s\S])*\1/g, "")
      .replace(/\btest\(\s*(["'`])(?:(?!\1)[\s\S])*\1,\s*nightly\b/g, ""),
  );
const names = (title: string, id: string) => new RegExp(`(?<![\\w-])${id}(?![\\w-])`).test(title);

test("rule 24: every citation leads to a promise, a decision, a rule, a record or a file", () => {
  expect(ids.size).toBeGreaterThan(300);
  expect([...texts].flatMap(([path, text]) => broken(path, text))).toEqual([]);
});

test("rule 24: every promise is named by the title of a test, or is checked by a person", () => {
  const [, seen = ""] = specification.split("\n# Seen by a person\n");
  const all = [...titles.values()].flat();
  const untested = promises.filter((id) => !names(seen, id) && !all.some((title) => names(title, id)));
  expect(untested).toEqual([]);
});

test("rule 17: every promise and figure but two is named by the title of a test that runs by day", () => {
  // A minute and half a minute even at their small size.
  const longest = ["R10", "R13"];
  const byDay = [...texts].flatMap(([path, text]) => (isTest(path) ? dayTitlesOf(text) : []));
  const all = [...titles.values()].flat();
  const tested = [...promises, ...figures].filter((id) => all.some((title) => names(title, id)));
  expect(tested.filter((id) => !byDay.some((title) => names(title, id)))).toEqual(longest);
});

test("rule 17: a test that is left to the night is known by how it is declared", () => {
  const declared = [
    'test.runIf(atNight)(\n  "R1 one",\n',
    'test.runIf(atNight && hasRedis)("R2 two", () => {',
    'test.runIf(atNight).each([1, 2])(\n"R3 three", () => {',
    'test("R4 four", nightly, async () => {',
    'test.runIf(atNight || server)("R5 five", () => {',
    'test("R6 six", async () => {',
  ];
  expect(dayTitlesOf(declared.join("\n"))).toEqual(["R5 five", "R6 six"]);
});

test("rule 24: every figure is named by a test title of each file that the specification lists for it", () => {
  const rows = [...specification.matchAll(/^\| (R\d+) \|[^|]*\| ([^|]+) \|$/gm)];
  expect(rows).toHaveLength(27);
  const untested = rows.flatMap(([, id, testFiles = ""]) =>
    /\bno test\b/.test(testFiles)
      ? []
      : [...testFiles.matchAll(/`([^`]+)`/g)].flatMap(([, named = ""]) => {
          const file = named.includes(".") ? named : `server/failures/${named}.test.ts`;
          const players = [...titles].filter(([path]) => path.endsWith(file));
          const plays =
            players.length > 0 && players.every(([, own]) => own.some((title) => names(title, id as string)));
          return plays ? [] : [`${id} ${file}`];
        }),
  );
  expect(untested).toEqual([]);
});

/** The rows of docs/security.md: ids of the standard, how they are met, and the tests that show it. */
const securityRows = (page: string) =>
  page
    .split("\n")
    .filter((line) => /^\| \d+\.\d+\.\d+[, |]/.test(line))
    .map((line) => {
      const [, ids = "", , , state = "", , shownBy = ""] = line.split(/ ?\| ?/);
      return { ids: ids.split(", "), state, shownBy };
    });

/** The tests in a cell of docs/security.md that do not exist, or of whose titles none has the id that stands with them. */
const unshown = (cell: string): string[] =>
  [...cell.matchAll(/`([^`]+)`([^`]*)/g)].flatMap(([, path = "", after = ""]) => {
    const own = titles.get(path);
    if (!own) return [path];
    return (after.match(/\b(?:decision \d+a?|[A-Z]+-?\d+|\d+[a-z])\b/g) ?? [])
      .filter((id) => !own.some((title) => names(title, id)))
      .map((id) => `${path} ${id}`);
  });

test("rule 24: every test that docs/security.md names exists and has the id in a title, and its counts are those of its rows", () => {
  const page = texts.get("docs/security.md") ?? "";
  const rows = securityRows(page);
  expect(rows.flatMap(({ shownBy }) => unshown(shownBy))).toEqual([]);
  const ids = rows.flatMap((row) => row.ids);
  // As many as levels 1 and 2 of version 5.0.0 have.
  expect([ids.length, new Set(ids).size]).toEqual([253, 253]);
  const of = (state: string) => rows.filter((row) => row.state === state).flatMap((row) => row.ids);
  const [met, notMet, operator, other] = ["Met", "Not met", "Operator", "Not applicable"].map(of) as string[][];
  expect(page.replace(/\s+/g, " ")).toContain(
    `Of 253 requirements ${met?.length} are met, ${notMet?.length} are not, ${operator?.length} rest on whoever runs the installation, and ${other?.length} do not apply.`,
  );
  const listed = [...page.matchAll(/^\d+\. \*\*([\d.]+)\*\*/gm)].map(([, id]) => id);
  expect([...listed].sort()).toEqual([...(notMet ?? [])].sort());
});

test("rule 24: a test that is not there, and an id that no title of its file has, are found", () => {
  const there = "`tools/deploy.test.ts` T-01";
  expect(unshown(there)).toEqual([]);
  expect(unshown(`${there} X-99, \`tools/gone.test.ts\` T-01`)).toEqual([
    "tools/deploy.test.ts X-99",
    "tools/gone.test.ts",
  ]);
});

describe("rule 24: citations that do not resolve are found", () => {
  test.each([
    ["a row", "server/x.ts", "/** Row E-99. */", "E-99"],
    ["a figure", "server/x.test.ts", 'test("R28 it holds", () => {});', "R28"],
    ["a decision", "server/x.ts", "// As agreed (decision 99).", "decision 99"],
    ["one of several decisions", "server/x.ts", "/**\n * See decisions 3\n * and 99.\n */", "decisions 3 and 99"],
    ["a record by its old name", "docs/x.md", "As decision 013 says.", "decision 013"],
    ["a record", "docs/x.md", "As ADR-999 says.", "ADR-999"],
    ["a rule", "web/app/x.ts", "// rule 26", "rule 26"],
    ["an item of a list elsewhere", "server/x.ts", "// Item 3 asks for it.", "Item 3"],
    ["a path", "server/x.ts", "  // See server/platform/mail.ts.", "server/platform/mail.ts"],
    ["a folder", "docs/x.md", "in `server/platform/`", "server/platform/"],
    ["a file by its name", "web/app/x.ts", "const a = 1; // as no-such-file.ts does", "no-such-file.ts"],
    ["a name of the code", "docs/x.md", "calls `noSuchName`", "`noSuchName`"],
    ["a link", "docs/x.md", "[gone](gone.md)", "](gone.md)"],
    ["a link's anchor", "docs/x.md", "[gone](specification.md#gone)", "](specification.md#gone)"],
  ])("%s", (_kind, path, text, words) => {
    expect(broken(path, text).map((each) => each.slice(each.indexOf(" ") + 1))).toContain(words);
  });

  test("valid citations and text that only looks like one are accepted", () => {
    const text = `// E-12, R8, decisions 49 and 57, decision 3a, rule 8, ADR-007, INV-0001, UTF-8, SHA-256, AES-256, ISO 8601,
      // stripe.com/docs/error-codes, server/features/<feature>/store.ts, web/journeys/*.journey.ts, http/limits.ts,
      // server/http/
      const item = "server/platform/mail.ts";`;
    expect(broken("server/x.ts", text)).toEqual([]);
    expect(broken("docs/x.md", "[the rules](architecture.md#rules), [elsewhere](https://example.org/x)")).toEqual([]);
  });
});
