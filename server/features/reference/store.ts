import { keysOf } from "@plumbline/contract/records.ts";
import type { Kind } from "@plumbline/contract/reference/contract.ts";
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { type Db, isAmong } from "../../database/database.ts";
import { sendAlong } from "../../database/transaction.ts";
import { places } from "./places.ts";
import { referenceEntries } from "./schema.ts";
import { seed } from "./seed.ts";

export type Entry = { id: number; name: string };
/** An entry with its list, and for a city its country. */
export type ReferenceEntry = typeof referenceEntries.$inferSelect;

/** Lets one change of the lists run after the other. */
export const lockLists = (tx: Db): Promise<void> =>
  sendAlong(tx, tx.execute(sql`select pg_advisory_xact_lock(7261002)`));

/** Inserts the reference data into an empty table. */
export async function seedReference(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await lockLists(tx);
    const [any] = await tx.select({ id: referenceEntries.id }).from(referenceEntries).limit(1);
    if (any) return;
    const lists = keysOf(seed).flatMap((kind) => seed[kind].map((name, position) => ({ kind, name, position })));
    await tx.insert(referenceEntries).values(lists);
    const countries = await tx
      .insert(referenceEntries)
      .values(Object.keys(places).map((name, position) => ({ kind: "countries" as const, name, position })))
      .returning();
    await tx.insert(referenceEntries).values(
      countries.flatMap((country) =>
        (places[country.name] ?? []).map((name, position) => ({
          kind: "cities" as const,
          name,
          position,
          parentId: country.id,
        })),
      ),
    );
  });
}

/** The entries that each list offers, or also those that members have and nobody else can choose. */
export async function entriesOf(
  db: Db,
  kinds: readonly Kind[],
  { withRetired = false } = {},
): Promise<Map<Kind, Entry[]>> {
  const rows = await db
    .select({ id: referenceEntries.id, name: referenceEntries.name, kind: referenceEntries.kind })
    .from(referenceEntries)
    .where(
      and(
        isAmong(referenceEntries.kind, kinds),
        isNull(referenceEntries.parentId),
        isNull(referenceEntries.mergedInto),
        withRetired ? undefined : isNull(referenceEntries.retiredAt),
      ),
    )
    .orderBy(asc(referenceEntries.position), asc(referenceEntries.id));
  const lists = new Map<Kind, Entry[]>(kinds.map((kind) => [kind, []]));
  for (const { kind, id, name } of rows) lists.get(kind)?.push({ id, name });
  return lists;
}

export async function isCountry(db: Db, id: number): Promise<boolean> {
  const [row] = await db
    .select({ id: referenceEntries.id })
    .from(referenceEntries)
    .where(and(eq(referenceEntries.id, id), eq(referenceEntries.kind, "countries")));
  return row !== undefined;
}

export async function citiesOf(db: Db, countryId: number, search: string | undefined): Promise<Entry[]> {
  const like = search ? `%${search.replace(/[%_\\]/g, "\\$&")}%` : null;
  return db
    .select({ id: referenceEntries.id, name: referenceEntries.name })
    .from(referenceEntries)
    .where(
      and(
        eq(referenceEntries.kind, "cities"),
        eq(referenceEntries.parentId, countryId),
        isNull(referenceEntries.retiredAt),
        isNull(referenceEntries.mergedInto),
        like ? sql`${referenceEntries.name} ilike ${like}` : undefined,
      ),
    )
    .orderBy(asc(referenceEntries.position))
    .limit(1000);
}

/** The entries with these ids, in any order; unknown ids are left out. */
export async function entriesById(db: Db, ids: readonly number[]): Promise<ReferenceEntry[]> {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(referenceEntries)
    .where(isAmong(referenceEntries.id, [...new Set(ids)]));
}
