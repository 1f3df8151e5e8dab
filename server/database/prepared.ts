import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
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

/**
 * A query in SQL of its own as a prepared one, where `db.execute` would put its text together anew for each call: takes
 * the values of its placeholders and resolves to its rows, with timestamps as texts.
 */
export function preparedSql<Row extends object>(
  name: string,
  text: SQL,
): (db: Db, values: Record<string, unknown>) => Promise<Row[]> {
  type Result = { execute: { rows: Row[] }; all: never; values: never };
  const ofDatabase = preparedOn((db) =>
    db._.session.prepareQuery<Result>(new PgDialect().sqlToQuery(text), undefined, name, false),
  );
  return async (db, values) => (await ofDatabase(db).execute(values)).rows;
}
