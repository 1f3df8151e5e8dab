import type { Db } from "./database.ts";

const statements = Symbol("prepared statements");
type Prepare = (db: Db) => unknown;
type WithStatements = Db & { [statements]?: Map<Prepare, unknown> };

/**
 * Caches a feature's prepared queries per database instance: `prepare` builds them at first use. Building a drizzle
 * query costs more than running it, so frequent queries are built once.
 */
export function preparedOn<Queries>(prepare: (db: Db) => Queries): (db: Db) => Queries {
  return (db: WithStatements) => {
    db[statements] ??= new Map();
    const known = db[statements];
    if (!known.has(prepare)) known.set(prepare, prepare(db));
    return known.get(prepare) as Queries;
  };
}

/** The same for a query whose text depends on a choice, such as a filter or a role: one prepared query per choice. */
export function preparedBy<Choice extends string, Query>(
  prepare: (db: Db, choice: Choice) => Query,
): (db: Db, choice: Choice) => Query {
  const ofDatabase = preparedOn((db) => {
    const queries = new Map<Choice, Query>();
    return (choice: Choice) => {
      const query = queries.get(choice) ?? prepare(db, choice);
      queries.set(choice, query);
      return query;
    };
  });
  return (db, choice) => ofDatabase(db)(choice);
}
