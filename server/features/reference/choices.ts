import type { FieldErrors } from "@plumbline/contract/fields.ts";
import type { Kind } from "@plumbline/contract/reference/contract.ts";
import type { Db } from "../../platform/database.ts";
import { invalid } from "../../platform/problems.ts";
import { entriesById, entriesOf } from "./store.ts";

/** A field's choice: which list it chooses from, and what was chosen; nothing chosen passes. */
export type Choice = { field: string; kind: Kind; ids: number | readonly number[] | null | undefined; message: string };

/** Every choice must be an entry of its own list, and a city one of the chosen country. Throws invalid with the fields. */
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

// The reference data changes with a release and not in between: what a process has read it remembers.
const names = new WeakMap<Db, Map<number, string>>();
const orders = new WeakMap<Db, Map<Kind, number[]>>();

/** Names for ids, for views: of these ids, and of others too. */
export async function namesOf(
  db: Db,
  ids: readonly (number | null | undefined)[],
): Promise<ReadonlyMap<number, string>> {
  const known = names.get(db) ?? new Map<number, string>();
  names.set(db, known);
  const missing = ids.filter((id) => id != null && !known.has(id)) as number[];
  for (const { id, name } of await entriesById(db, missing)) known.set(id, name);
  return known;
}

/** The ids of a list in its own order. */
export async function orderOf(db: Db, kind: Kind): Promise<readonly number[]> {
  const known = orders.get(db) ?? new Map<Kind, number[]>();
  orders.set(db, known);
  const order = known.get(kind) ?? ((await entriesOf(db, [kind])).get(kind) ?? []).map(({ id }) => id);
  if (order.length > 0) known.set(kind, order);
  return order;
}
