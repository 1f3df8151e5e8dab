import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseAst } from "vitest/node";
import { sourceFiles } from "./source-files.ts";

// A type assertion (`as X`, `<X>y`, `y!`, `let y!: X`) tells the compiler what it cannot know. Outside tests each has a line
// comment beside it that says why it is true; `as const` and `satisfies` assert nothing.

const sources = sourceFiles().filter(
  (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|^server\/(testing|migrations)\/|^web\/journeys\//.test(path),
);

type Node = Record<string, unknown> & { type: string; start: number; end: number };

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

const isConst = ({ typeAnnotation: type }: Node): boolean =>
  isNode(type) && type.type === "TSTypeReference" && isNode(type["typeName"]) && type["typeName"]["name"] === "const";

const isAssertion = (node: Node): boolean =>
  node.type === "TSNonNullExpression" ||
  node.type === "TSTypeAssertion" ||
  (node.type === "TSAsExpression" && !isConst(node)) ||
  node["definite"] === true;

/** Few files have one, and looking for places is slower. */
function hasAssertion(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (isNode(value) && isAssertion(value)) return true;
  for (const name in value) if (hasAssertion(Reflect.get(value, name))) return true;
  return false;
}

/** What a comment can stand above: a statement, or an entry of an object, an array or a call. */
const isPlace = (node: Node): boolean => /(Statement|Declaration|Definition)$|^Property$/.test(node.type);

/** The lines of a source with an assertion that has no reason: a comment on its line, or directly above it or its statement. */
function unexplained(path: string, source: string): string[] {
  const lines = source.split("\n");
  const lineAt = (offset: number) => source.slice(0, offset).split("\n").length - 1;
  const isExplained = (line: number) =>
    /(^|\s)\/\/ \S/.test(lines[line] ?? "") || /^\s*\/\/ \S/.test(lines[line - 1] ?? "");
  const found = new Set<number>();
  /** `places` are the offsets that a comment may be at: where the node, its entry and its statement begin. */
  const look = (value: unknown, places: readonly number[]): void => {
    if (Array.isArray(value)) for (const each of value) look(each, isNode(each) ? [...places, each.start] : places);
    if (!isNode(value)) return;
    const own = isPlace(value) ? [value.start] : places;
    const type = value["typeAnnotation"];
    const ends = [value.start, isNode(type) ? type.start : value.end];
    if (isAssertion(value) && ![...own, ...ends].some((offset) => isExplained(lineAt(offset))))
      found.add(lineAt(value.start));
    for (const each of Object.values(value)) look(each, own);
  };
  const program = parseAst(source, { lang: path.endsWith("x") ? "tsx" : "ts" }, path);
  if (hasAssertion(program)) look(program, []);
  return [...found].map((line) => `${path}:${line + 1} ${lines[line]?.trim()}`);
}

test.each<[source: string, found: number]>([
  ["const a = b as C;", 1],
  ["const a = b!;", 1],
  ["let a!: B;", 1],
  ["const a = <B>b;", 1],
  ["const a = b as unknown as C;", 1],
  ["// The server sends nothing else.\nconst a = b as C;", 0],
  ["const a = b as C; // The server sends nothing else.", 0],
  ["// The server sends nothing else.\n\nconst a = b as C;", 1],
  ["/** What the next function is for. */\nconst a = (b: B) => b as C;", 1],
  ["// Of another statement.\nconst a = () => {\n  return b as C;\n};", 1],
  ["const a = {\n  // The server sends nothing else.\n  b: b as C,\n  d: d as E,\n};", 1],
  ["const a = 'http://b' as C;", 1],
  ["const a = ['b'] as const;", 0],
  ["const a = b satisfies C;", 0],
])("rule 23: an assertion is found, and its reason beside it: %j", (source, found) => {
  expect(unexplained("a.ts", source)).toHaveLength(found);
});

test("rule 23: every type assertion outside tests says beside it why it is true", () => {
  expect(sources.length).toBeGreaterThan(1000);
  const advice =
    "Make the compiler see it (a schema, a predicate, present(), a better signature), or say in a comment beside it why it is true.";
  expect(
    sources.flatMap((path) => unexplained(path, readFileSync(path, "utf8"))),
    advice,
  ).toEqual([]);
});
