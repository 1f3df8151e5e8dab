import type { Database } from "./database.ts";

/** The tables whose statements announce themselves by a trigger; they change so rarely that all of them fit in memory. */
export type AnnouncedTable =
  | "reference_entries"
  | "plan_catalogue"
  | "transparency_counts"
  | "money_settings"
  | "site_texts";

export type TableChanges = {
  /** Calls the listener after each committed change of the table, by any process, and whenever one may have been missed. */
  subscribe(table: AnnouncedTable, listener: () => void): void;
};

/** Listens to the database for changes of tables that are kept in memory. */
export async function openTableChanges(database: Pick<Database, "listen">): Promise<TableChanges> {
  const listeners = new Map<string, (() => void)[]>();
  const changed = (table: string) => {
    for (const listener of listeners.get(table) ?? []) listener();
  };
  await database.listen("plumbline_tables", changed, {
    broken: () => {},
    restored: () => {
      for (const table of listeners.keys()) changed(table);
    },
  });
  return {
    subscribe: (table, listener) => {
      listeners.set(table, [...(listeners.get(table) ?? []), listener]);
    },
  };
}
