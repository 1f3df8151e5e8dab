import type { Db } from "./database.ts";
import { statementsOf } from "./statements-of.ts";

/**
 * Caches a feature's prepared queries per database instance: `prepare` builds them at first use. Building a drizzle
 * query costs more than running it, so frequent queries are built once.
 */
export function preparedOn<Queries>(prepare: (db: Db) => Queries): (db: Db) => Queries {
  return (db) => {
    const known = statementsOf(db);
    if (!known.has(prepare)) known.set(prepare, prepare(db));
    // Stored under `prepare` is what it returned for this database.
    return known.get(prepare) as Queries;
  };
}

/**
 * The same for a query whose text depends on choices, such as a filter or a role: one prepared query for each combination
 * that is asked for.
 */
export function preparedBy<Choices extends string[], Query>(
  prepare: (db: Db, ...choices: Choices) => Query,
): (db: Db, ...choices: Choices) => Query {
  const ofDatabase = preparedOn((db) => {
    const queries = new Map<string, Query>();
    return (choices: Choices) => {
      const name = choices.join(" ");
      const query = queries.get(name) ?? prepare(db, ...choices);
      queries.set(name, query);
      return query;
    };
  });
  return (db, ...choices) => ofDatabase(db)(choices);
}
