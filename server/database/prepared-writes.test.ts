import { eq, sql } from "drizzle-orm";
import { date, integer, jsonb, pgTable, serial, text, timestamp } from "drizzle-orm/pg-core";
import { beforeAll, expect, test } from "vitest";
import { testServer } from "../testing/plumbline.ts";
import { preparedInsert, preparedUpdate } from "./prepared-writes.ts";

// The statements are compared with those that drizzle builds for each call, which they replace.

const server = testServer();
const pets = pgTable("pets", {
  id: serial("id").primaryKey(),
  name: text("name").notNull().default("Nobody"),
  bornAt: timestamp("born_at", { withTimezone: true }),
  day: date("day", { mode: "string" }),
  facts: jsonb("facts"),
  toys: integer("toys").array(),
});
const { name, bornAt, day, toys } = pets;
/** JSON's null is not that of SQL. */
const columns = { name, bornAt, day, toys, facts: sql<string | null>`facts::text` };

beforeAll(() =>
  server.context.db.execute(
    sql`create table pets (id serial primary key, name text not null default 'Nobody', born_at timestamptz, day date, facts jsonb, toys int[])`,
  ),
);

const rows: [string, typeof pets.$inferInsert][] = [
  ["nothing but defaults", {}],
  ["undefined as left out", { name: undefined, facts: undefined }],
  ["null as SQL's null", { bornAt: null, day: null, facts: null, toys: null }],
  ["text with what SQL would read", { name: "O'Neill; -- \\ $1" }],
  ["a moment and a day", { bornAt: new Date("2026-03-29T00:59:59.999Z"), day: "2026-02-28" }],
  ["JSON and a list", { facts: { is: ["round", 'and "quoted"', null] }, toys: [3, 1] }],
  ["an empty list", { facts: [], toys: [] }],
];

test.each(rows)("rule 21 a row is inserted as drizzle inserts it: %s", async (_, row) => {
  const { db } = server.context;
  const inserting = preparedInsert(pets, "insert_pet", (insert) => insert.returning(columns));
  const twice = [await inserting(db, row), await inserting(db, row)];
  const expected = await db.insert(pets).values(row).returning(columns);
  expect(twice).toEqual([expected, expected]);
});

test.each(rows.slice(2))("rule 21 a row is updated as drizzle updates it: %s", async (_, row) => {
  const { db } = server.context;
  const before = { name: "Rex", bornAt: new Date(0), day: "2026-01-01", facts: {}, toys: [9] };
  const [one, other] = await db.insert(pets).values([before, before]).returning();
  const updating = preparedUpdate(pets, "update_pet", (update) =>
    update.where(eq(pets.id, sql.placeholder("which"))).returning(columns),
  );
  const updated = await updating(db, { which: one?.id }, row);
  expect(updated).toEqual(
    await db
      .update(pets)
      .set(row)
      .where(eq(pets.id, other?.id ?? 0))
      .returning(columns),
  );
  expect(updated).toHaveLength(1);
});
