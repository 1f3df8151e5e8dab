const statements = Symbol("prepared statements");
/** A drizzle instance, which this module cannot name without importing what imports it. */
type Holder = object & { [statements]?: Map<unknown, unknown> };

/** What is prepared on a drizzle instance, by the function that prepares it; instances that inherit from it share it. */
export function statementsOf(db: Holder): Map<unknown, unknown> {
  db[statements] ??= new Map();
  return db[statements];
}
