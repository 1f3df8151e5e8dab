import type { FieldErrors } from "@plumbline/contract/fields.ts";
import type { Kind } from "@plumbline/contract/reference/contract.ts";
import type { Db } from "../../database/database.ts";
import type { TableChanges } from "../../database/table-changes.ts";
import { invalid } from "../../http/problems.ts";
import { entriesById, entriesOf } from "./store.ts";

/** Ids to check: the field they were sent in, and the list they must be in; no ids are valid. */
export type Choice = { field: string; kind: Kind; ids: number | readonly number[] | null | undefined; message: string };

/** Throws invalid with the fields whose ids are not in their list, or whose city is not in the country. */
export async function checkChoices(db: Db, choices: readonly Choice[], country?: number | null): Promise<void> {
  const wanted = choices.map((choice) => ({ ...choice, ids: [choice.ids ?? []].flat() }));
  const rows = new Map(
    (
      await entriesById(
        db,
        wanted.flatMap(({ ids }) => ids),
      )
    ).map((row) => [row.id, row]),
  );
  const errors: FieldErrors = {};
  for (const { field, kind, ids, message } of wanted) {
    const fine = ids.every((id) => {
      const row = rows.get(id);
      return row?.kind === kind && (kind !== "cities" || country == null || row.parentId === country);
    });
    if (!fine) errors[field] = [message];
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/** Names and orders of the lists, kept in memory until one of them changes. */
export type References = {
  /** Names by id, of at least these ids. */
  namesOf(db: Db, ids: readonly (number | null | undefined)[]): Promise<ReadonlyMap<number, string>>;
  /** The ids of a list in its own order. */
  orderOf(db: Db, kind: Kind): Promise<readonly number[]>;
};

export function openReferences(changes: TableChanges): References {
  let known = { names: new Map<number, string>(), orders: new Map<Kind, readonly number[]>() };
  changes.subscribe("reference_entries", () => {
    // A read that is under way ends up in the old maps.
    known = { names: new Map(), orders: new Map() };
  });
  return {
    namesOf: async (db, ids) => {
      const { names } = known;
      const missing = ids.filter((id) => id != null).filter((id) => !names.has(id));
      for (const { id, name } of await entriesById(db, missing)) names.set(id, name);
      return names;
    },
    orderOf: async (db, kind) => {
      const { orders } = known;
      const order = orders.get(kind) ?? ((await entriesOf(db, [kind])).get(kind) ?? []).map(({ id }) => id);
      if (order.length > 0) orders.set(kind, order);
      return order;
    },
  };
}
