import { sql } from "drizzle-orm";
import { integer, pgTable, type SelectedFieldsOrdered, text, timestamp } from "drizzle-orm/pg-core";
import * as drizzle from "drizzle-orm/utils";
import { expect, test } from "vitest";
import { rowMapper } from "./row-mapping.ts";

// The mapper is compared with drizzle's own, which it replaces and whose types leave it out.
type Mapper = (fields: SelectedFieldsOrdered, row: unknown[], present?: Record<string, boolean>) => object;
const { mapResultRow } = drizzle as unknown as { mapResultRow: Mapper };

const people = pgTable("people", {
  id: integer("id").primaryKey(),
  name: text("name"),
  bornAt: timestamp("born_at", { withTimezone: true }),
});
const pets = pgTable("pets", { id: integer("id").primaryKey(), name: text("name") });

const id = { path: ["id"], field: people.id };
const born = { path: ["born"], field: people.bornAt };
const count = { path: ["count"], field: sql`count(*)`.mapWith(Number) };
const aliased = { path: ["sums", "all"], field: sql`1`.mapWith(String).as("all") };
const person = [
  { path: ["person", "id"], field: people.id },
  { path: ["person", "bornAt"], field: people.bornAt },
];
const pet = [
  { path: ["pet", "id"], field: pets.id },
  { path: ["pet", "name"], field: pets.name },
];
const mixed = [
  { path: ["both", "id"], field: pets.id },
  { path: ["both", "person"], field: people.id },
];
const moment = "2026-03-04 05:06:07.089+00";

test.each([
  ["values as they are", [id], [7]],
  ["null", [id, born], [7, null]],
  ["a moment", [id, born], [7, moment]],
  ["what SQL maps", [count, aliased], ["12", 3]],
  ["deeper names", [{ path: ["a", "b", "c"], field: people.name }, ...person], ["x", 1, moment]],
  ["a joined table's row", [...person, ...pet], [1, moment, 2, "Rex"]],
  ["a joined table without a row", [...person, ...pet], [1, moment, null, null]],
  ["a table that always has one", [...pet, ...person], [2, null, null, null]],
  ["a row whose first value is null", [...person, ...pet], [1, null, null, "Rex"]],
  ["an object of two tables", mixed, [null, null]],
])("ADR-020 rows are mapped as drizzle maps them: %s", (_, fields, row) => {
  for (const present of [undefined, { people: true, pets: false }, { people: true, pets: true }])
    expect(rowMapper(fields, present)(row)).toEqual(mapResultRow(fields, [...row], present));
});
