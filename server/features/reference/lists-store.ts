import type { Kind } from "@plumbline/contract/reference/contract.ts";
import { sameName } from "@plumbline/contract/reference/order.ts";
import { listLimits } from "@plumbline/contract/reference/rules.ts";
import { and, asc, eq, isNotNull, isNull, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { countOf } from "../../database/count-of.ts";
import type { Db } from "../../database/database.ts";
import { jsonObject } from "../../database/json-object.ts";
import { preparedBy, preparedOn } from "../../database/prepared.ts";
import { oneRow } from "../../database/rows.ts";
import { sendAlong } from "../../database/transaction.ts";
import { referenceEntries as entries, referenceUses as uses } from "./schema.ts";
import { lockLists } from "./store.ts";

// What staff read and change of the lists. Merged entries are in none of them.

export type EntryRow = typeof entries.$inferSelect;
export type Uses = { profiles: number; searches: number; engagements: number };

const inList = (kind: Kind, parentId: number | Placeholder | null) =>
  and(
    eq(entries.kind, kind),
    parentId === null ? isNull(entries.parentId) : eq(entries.parentId, parentId),
    isNull(entries.mergedInto),
  );

/** How many entries each list offers and has retired. */
export async function listSizes(db: Db) {
  return reads(db).sizes.execute();
}

/** A list in its own order, with what used each entry when it was last counted. */
export async function readEntries(db: Db, kind: Kind, parentId: number | null) {
  const rows = await (parentId === null ? listOf(db, kind).execute() : reads(db).cities.execute({ parentId }));
  return oneRow(rows).list;
}

/** As JSON, all of a list in one value: timestamps are strings, and the counts null before the first. */
type ListedEntry = Pick<EntryRow, "id" | "name" | "version"> & { [Use in keyof Uses]: number | null } & {
  retiredAt: string | null;
  countedAt: string | null;
};

const listedEntry = jsonObject({
  id: entries.id,
  name: entries.name,
  retiredAt: entries.retiredAt,
  version: entries.version,
  profiles: uses.profiles,
  searches: uses.searches,
  engagements: uses.engagements,
  countedAt: uses.countedAt,
});
const withUses = (db: Db, where: SQL | undefined) =>
  db
    .select({
      list: sql<ListedEntry[]>`coalesce(json_agg(${listedEntry} order by ${entries.position}, ${entries.id}), '[]')`,
    })
    .from(entries)
    .leftJoin(uses, eq(uses.entryId, entries.id))
    .where(where);

const listOf = preparedBy((db, kind: Kind) => withUses(db, inList(kind, null)).prepare(`list_of_${kind}`));
const reads = preparedOn((db) => ({
  sizes: db
    .select({
      kind: entries.kind,
      offered: countOf(isNull(entries.retiredAt)),
      retired: countOf(isNotNull(entries.retiredAt)),
    })
    .from(entries)
    .where(isNull(entries.mergedInto))
    .groupBy(entries.kind)
    .prepare("list_sizes"),
  cities: withUses(db, inList("cities", sql.placeholder("parentId"))).prepare("list_of_cities"),
  entry: db
    .select()
    .from(entries)
    .where(eq(entries.id, sql.placeholder("id")))
    .prepare("reference_entry"),
  firstCountry: db
    .select()
    .from(entries)
    .where(inList("countries", null))
    .orderBy(asc(entries.position), asc(entries.id))
    .limit(1)
    .prepare("first_country"),
}));

/**
 * The entries of a list in its own order, which nobody else changes until the transaction ends. One lock for all lists, not
 * those of the rows: whoever has waited for rows gets them in their former order, and two that wait may lock them in two
 * orders.
 */
export async function lockList(tx: Db, kind: Kind, parentId: number | null): Promise<EntryRow[]> {
  await lockLists(tx);
  return inOrder(tx, inList(kind, parentId));
}

/** The list that an entry is in, locked as above; empty for an unknown entry. */
export async function lockListOf(tx: Db, id: number): Promise<EntryRow[]> {
  await lockLists(tx);
  const its = (column: string) => sql`(select ${sql.raw(column)} from reference_entries its where its.id = ${id})`;
  return inOrder(
    tx,
    sql`${entries.kind} = ${its("kind")} and ${entries.parentId} is not distinct from ${its("parent_id")}
      and ${entries.mergedInto} is null`,
  );
}

const inOrder = (tx: Db, list: SQL | undefined): Promise<EntryRow[]> =>
  tx.select().from(entries).where(list).orderBy(asc(entries.position), asc(entries.id));

export async function findEntry(db: Db, id: number): Promise<EntryRow | null> {
  return (await reads(db).entry.execute({ id }))[0] ?? null;
}

type NewEntry = { kind: Kind; parentId: number | null; name: string; by: number };

/** Adds an entry at the end. "taken" when the list has the name already; "full" when it is as long as a list may be. */
export async function insertEntry(tx: Db, { kind, parentId, name, by }: NewEntry): Promise<number | "taken" | "full"> {
  const known = await lockList(tx, kind, parentId);
  if (known.length >= listLimits.entries) return "full";
  if (known.some((each) => sameName(each.name, name))) return "taken";
  const position = Math.max(-1, ...known.map((each) => each.position)) + 1;
  const row = { kind, parentId, name, position, changedBy: by };
  return oneRow(await tx.insert(entries).values(row).returning({ id: entries.id })).id;
}

type Change = Partial<Pick<EntryRow, "name" | "retiredAt" | "mergedInto" | "mergedAt">>;

/** Changes an entry that is still what was read; false when somebody else changed it first. */
export async function writeEntry(
  tx: Db,
  { id, version }: Pick<EntryRow, "id" | "version">,
  by: number,
  change: Change,
): Promise<boolean> {
  const written = await tx
    .update(entries)
    .set({ ...change, version: version + 1, changedBy: by })
    .where(and(eq(entries.id, id), eq(entries.version, version), isNull(entries.mergedInto)))
    .returning({ id: entries.id });
  return written.length > 0;
}

/** Gives the entries the positions of their ids. */
export async function writeOrder(tx: Db, ids: readonly number[], by: number): Promise<void> {
  await sendAlong(
    tx,
    tx.execute(sql`
      update reference_entries set position = given.place, changed_by = ${by}
      from unnest(${sql.param(ids)}::int[]) with ordinality as given (id, place)
      where reference_entries.id = given.id`),
  );
}

/** What was merged into an entry earlier is replaced by what it is merged into now, and its uses are counted there. */
export async function passMergesOn(tx: Db, from: number, into: number): Promise<void> {
  await sendAlong(
    tx,
    tx.update(entries).set({ mergedInto: into, replacedAt: null }).where(eq(entries.mergedInto, from)),
  );
  const both = (column: PgColumn) =>
    sql`${column} + coalesce((select old.${sql.identifier(column.name)} from reference_uses old where old.entry_id = ${from}), 0)`;
  const { profiles, searches, engagements } = uses;
  const sums = { profiles: both(profiles), searches: both(searches), engagements: both(engagements) };
  await sendAlong(tx, tx.update(uses).set(sums).where(eq(uses.entryId, into)));
}

/** Merged entries that somebody may still have. */
export async function unfinishedMerges(db: Db): Promise<{ id: number; into: number; mergedAt: Date }[]> {
  const rows = await db
    .select({ id: entries.id, into: entries.mergedInto, mergedAt: entries.mergedAt })
    .from(entries)
    .where(sql`merged_into is not null and replaced_at is null`)
    .orderBy(entries.id)
    .limit(listLimits.entries);
  return rows.flatMap(({ id, into, mergedAt }) => (into !== null && mergedAt !== null ? [{ id, into, mergedAt }] : []));
}

export async function markReplaced(db: Db, id: number, now: Date): Promise<void> {
  await db.update(entries).set({ replacedAt: now }).where(eq(entries.id, id));
}

/** Writes down how much uses each entry. */
export async function writeUses(db: Db, counted: ReadonlyMap<number, Uses>, now: Date): Promise<void> {
  const ids = await db.select({ id: entries.id }).from(entries);
  const none = { profiles: 0, searches: 0, engagements: 0 };
  const rows = ids.map(({ id }) => ({ entryId: id, ...(counted.get(id) ?? none), countedAt: now }));
  const given = (column: PgColumn) => sql`excluded.${sql.identifier(column.name)}`;
  const { profiles, searches, engagements, countedAt } = uses;
  await db
    .insert(uses)
    .values(rows)
    .onConflictDoUpdate({
      target: uses.entryId,
      set: {
        profiles: given(profiles),
        searches: given(searches),
        engagements: given(engagements),
        countedAt: given(countedAt),
      },
    });
}

/** The first country, whose cities are read when none is named. */
export async function firstCountry(db: Db): Promise<EntryRow> {
  return oneRow(await reads(db).firstCountry.execute());
}

export async function hasCities(tx: Db, countryId: number): Promise<boolean> {
  const [city] = await tx.select({ id: entries.id }).from(entries).where(eq(entries.parentId, countryId)).limit(1);
  return city !== undefined;
}
