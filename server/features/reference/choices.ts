import type { FieldErrors } from "@plumbline/contract/fields.ts";
import type { Kind } from "@plumbline/contract/reference/contract.ts";
import type { Db } from "../../database/database.ts";
import { primaryOf } from "../../database/replica.ts";
import type { TableChanges } from "../../database/table-changes.ts";
import { invalid } from "../../http/problems.ts";
import { entriesById, entriesOf, type ReferenceEntry } from "./store.ts";

/** Ids to check: the field they were sent in, and the list they must be in; no ids are valid. */
export type Choice = { field: string; kind: Kind; ids: number | readonly number[] | null | undefined; message: string };

/**
 * Throws invalid with the fields whose ids are not in their list, or whose city is not in the country. Retired entries are
 * fine only where they are `kept`: among those that the member has already.
 */
export async function checkChoices(
  { references }: { references: References },
  db: Db,
  choices: readonly Choice[],
  { country, kept = [] }: { country?: number | null; kept?: readonly (number | null)[] } = {},
): Promise<void> {
  const wanted = choices.map((choice) => ({ ...choice, ids: [choice.ids ?? []].flat() }));
  const rows = await references.entriesOf(
    db,
    wanted.flatMap(({ ids }) => ids),
  );
  const errors: FieldErrors = {};
  for (const { field, kind, ids, message } of wanted) {
    const fine = ids.every((id) => {
      const row = rows.get(id);
      if (!row || row.mergedInto !== null || (row.retiredAt !== null && !kept.includes(id))) return false;
      return row.kind === kind && (kind !== "cities" || country == null || row.parentId === country);
    });
    if (!fine) errors[field] = [message];
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/** Entries and orders of the lists, kept in memory until one of them changes. */
export type References = {
  /** Those of the ids that are in a list. */
  entriesOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, ReferenceEntry>>;
  /** Names by id, of at least these ids. */
  namesOf(db: Db, ids: readonly (number | null | undefined)[]): Promise<ReadonlyMap<number, string>>;
  /** The ids of a list in its own order. */
  orderOf(db: Db, kind: Kind): Promise<readonly number[]>;
};

export function openReferences(changes: TableChanges): References {
  const nothing = () => ({
    entries: new Map<number, ReferenceEntry>(),
    names: new Map<number, string>(),
    orders: new Map<Kind, readonly number[]>(),
  });
  let known = nothing();
  changes.subscribe("reference_entries", () => {
    // A read that is under way ends up in the old maps.
    known = nothing();
  });
  const read = async (db: Db, ids: readonly (number | null | undefined)[]) => {
    const { entries, names } = known;
    const missing = ids.filter((id) => id != null).filter((id) => !entries.has(id));
    for (const entry of await entriesById(primaryOf(db), missing)) {
      entries.set(entry.id, entry);
      names.set(entry.id, entry.name);
    }
    return { entries, names };
  };
  return {
    entriesOf: async (db, ids) => (await read(db, ids)).entries,
    namesOf: async (db, ids) => (await read(db, ids)).names,
    orderOf: async (db, kind) => {
      const { orders } = known;
      const order =
        orders.get(kind) ??
        ((await entriesOf(primaryOf(db), [kind], { withRetired: true })).get(kind) ?? []).map(({ id }) => id);
      if (order.length > 0) orders.set(kind, order);
      return order;
    },
  };
}
