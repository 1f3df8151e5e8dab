import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";

// While one process after the other is replaced, the version before runs on the schema of the new one, and it may be started
// on it again (docs/operations.md, "Another version"). So a migration only adds; what nothing uses any more is removed by a
// migration of a later release, which names the release that stopped using it.

/** What a statement takes away from the version before: the table it concerns, and the column where there is one. */
const takesAway = [
  /^drop table (?:if exists )?"?(?<table>\w+)"?/i,
  /^alter table (?:only )?"?(?<table>\w+)"?.*\bdrop column (?:if exists )?"?(?<column>\w+)"?/is,
  /^alter table (?:only )?"?(?<table>\w+)"?.*\brename\b(?: column "?(?<column>\w+)"?)?/is,
  /^alter table (?:only )?"?(?<table>\w+)"?.*\balter column "?(?<column>\w+)"? (?:set data )?type\b/is,
  /^alter table (?:only )?"?(?<table>\w+)"?.*\balter column "?(?<column>\w+)"? set not null/is,
  /^alter table (?:only )?"?(?<table>\w+)"?.*\badd column "?(?<column>\w+)"?(?!.*\b(?:default|generated)\b).*\bnot null/is,
];
/** What a statement forbids that the version before may do, by the columns it concerns. */
const forbids = [
  /^alter table (?:only )?"?(?<table>\w+)"?\s+add constraint .*?\b(?:unique|check|exclude|foreign key|primary key)\b(?<what>.*)/is,
  /^create unique index (?:concurrently )?(?:if not exists )?"?\w+"? on (?:"?public"?\.)?"?(?<table>\w+)"?(?<what>.*)/is,
  /^alter table (?:only )?"?(?<table>\w+)"?.*\balter column (?<what>"?\w+"?) drop default/is,
];
const isContract = /^-- Removes what no release since \d+\.\d+\.\d+ uses\.$/m;

/** The tables and columns, as `table` and `table.column`, that a migration takes away without having added them itself. */
function takenAway(migration: string): string[] {
  if (isContract.test(migration)) return [];
  const statements = migration.split("--> statement-breakpoint").map((text) => text.replace(/^\s*(--.*\n\s*)*/, ""));
  const added = new Set<string>();
  const taken: string[] = [];
  for (const statement of statements) {
    const { table, column } = takesAway.map((each) => each.exec(statement)?.groups).find(Boolean) ?? {};
    const name = column ? `${table}.${column}` : table;
    if (table && name && !added.has(table) && (!added.has(name) || /\bnot null/i.test(statement))) taken.push(name);
    const created = /^create table (?:if not exists )?"?(\w+)"?/i.exec(statement)?.[1];
    if (created) added.add(created);
    const [, on, field] = /^alter table "?(\w+)"? add column "?(\w+)"?/i.exec(statement) ?? [];
    if (on && !/\bnot null/i.test(statement)) added.add(`${on}.${field}`);
  }
  return taken.filter((name) => !becomesPart(name, statements));
}

/** Whether a table is renamed and made again with its rows as the first of its parts: it is there all the same. */
function becomesPart(table: string, statements: readonly string[]): boolean {
  const foundIn = (pattern: string) => statements.map((each) => new RegExp(pattern, "i").exec(each)?.[1]).find(Boolean);
  const renamed = foundIn(`^alter table "?${table}"? rename to "?(\\w+)`);
  return renamed !== undefined && renamed === foundIn(`^alter table "?${table}"? attach partition "?(\\w+)`);
}

/** The tables of which a migration forbids something that was there before it; a column that it adds is nobody's yet. */
function forbidden(migration: string): string[] {
  if (isContract.test(migration)) return [];
  const statements = migration.split("--> statement-breakpoint").map((text) => text.replace(/^\s*(--.*\n\s*)*/, ""));
  const created = statements.flatMap((each) => /^create table (?:if not exists )?"?(\w+)"?/i.exec(each)?.[1] ?? []);
  const added = statements.flatMap((each) => {
    const [, table, column] = /^alter table "?(\w+)"? add column "?(\w+)"?/i.exec(each) ?? [];
    return table ? [`${table}.${column}`] : [];
  });
  return statements.flatMap((each) => {
    const { table = "", what = "" } = forbids.map((one) => one.exec(each)?.groups).find(Boolean) ?? {};
    const isNew =
      created.includes(table) || (what.match(/\w+/g) ?? []).some((word) => added.includes(`${table}.${word}`));
    return table && !isNew && !isWidened(each, statements) ? [table] : [];
  });
}

/** Whether a unique index with a condition takes the place of the constraint of its name, which allowed no more. */
function isWidened(statement: string, statements: readonly string[]): boolean {
  const index = /^create unique index "(\w+)" .*\bwhere\b/is.exec(statement)?.[1];
  return index !== undefined && statements.some((each) => each.includes(`DROP CONSTRAINT "${index}"`));
}

const migrations = globSync("server/migrations/*.sql").sort();

test("R20 no migration takes away what the version before still uses", () => {
  expect(migrations.length).toBeGreaterThan(40);
  const found = migrations.map((path) => [basename(path), takenAway(readFileSync(path, "utf8"))]);
  expect(found.filter(([, taken]) => taken?.length)).toEqual([]);
});

test.each([
  ['DROP TABLE "links";', ["links"]],
  ['ALTER TABLE "links" DROP COLUMN "used_at";', ["links.used_at"]],
  ['ALTER TABLE "links" RENAME COLUMN "used_at" TO "spent_at";', ["links.used_at"]],
  ['ALTER TABLE "links" RENAME TO "tokens";', ["links"]],
  ['ALTER TABLE "links" ALTER COLUMN "used_at" SET DATA TYPE date;', ["links.used_at"]],
  ['ALTER TABLE "links" ALTER COLUMN "used_at" SET NOT NULL;', ["links.used_at"]],
  ['ALTER TABLE "links" ADD COLUMN "kind" text NOT NULL;', ["links.kind"]],
  ['ALTER TABLE "links" ADD COLUMN "kind" text DEFAULT \'any\' NOT NULL;', []],
  ['ALTER TABLE "links" ADD COLUMN "kind" text;', []],
  ['CREATE TABLE "fresh" (id int);--> statement-breakpoint\nALTER TABLE "fresh" RENAME TO "new";', []],
  ['-- Removes what no release since 0.3.0 uses.\nALTER TABLE "links" DROP COLUMN "used_at";', []],
  [
    'ALTER TABLE "links" RENAME TO "first";--> statement-breakpoint\nCREATE TABLE "links" (LIKE "first") PARTITION BY RANGE ("id");--> statement-breakpoint\nALTER TABLE "links" ATTACH PARTITION "first" FOR VALUES FROM (MINVALUE) TO (MAXVALUE);',
    [],
  ],
  ['ALTER TABLE "links" RENAME TO "first";--> statement-breakpoint\nCREATE TABLE "links" (LIKE "first");', ["links"]],
])("R20 %s takes away %j", (migration, taken) => {
  expect(takenAway(migration)).toEqual(taken);
});

test("R20 no migration forbids what the version before may do", () => {
  // Those until 0.1.0, the first release, had nobody before them.
  const later = migrations.filter((path) => basename(path) > "0046");
  const found = later.map((path) => [basename(path), forbidden(readFileSync(path, "utf8"))]);
  expect(found.filter(([, tables]) => tables?.length)).toEqual([]);
});

test.each([
  ['ALTER TABLE "links" ADD CONSTRAINT "links_token" UNIQUE("token");', ["links"]],
  ['ALTER TABLE "links" ADD CONSTRAINT "links_kind" CHECK (kind <> \'\');', ["links"]],
  ['CREATE UNIQUE INDEX "links_token" ON "links" USING btree ("token");', ["links"]],
  [
    'ALTER TABLE "links" DROP CONSTRAINT "links_token";--> statement-breakpoint\nCREATE UNIQUE INDEX "links_token" ON "links" ("token") WHERE used_at is null;',
    [],
  ],
  [
    'ALTER TABLE "links" DROP CONSTRAINT "links_token";--> statement-breakpoint\nCREATE UNIQUE INDEX "links_token" ON "links" ("kind");',
    ["links"],
  ],
  ['ALTER TABLE "links" ALTER COLUMN "kind" DROP DEFAULT;', ["links"]],
  ['CREATE INDEX "links_token" ON "links" USING btree ("token");', []],
  ['CREATE TABLE "fresh" (id int);--> statement-breakpoint\nCREATE UNIQUE INDEX "f" ON "fresh" ("id");', []],
  [
    'ALTER TABLE "links" ADD COLUMN "by" int;--> statement-breakpoint\nALTER TABLE "links" ADD CONSTRAINT "links_by" FOREIGN KEY ("by") REFERENCES "members"("id");',
    [],
  ],
  ['-- Removes what no release since 0.3.0 uses.\nALTER TABLE "links" ALTER COLUMN "kind" DROP DEFAULT;', []],
])("R20 %s forbids something of %j", (migration, tables) => {
  expect(forbidden(migration)).toEqual(tables);
});
