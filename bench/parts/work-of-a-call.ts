import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { present } from "@plumbline/contract/present.ts";
import { asRecord } from "@plumbline/contract/records.ts";
import pg from "pg";

/** The rows of one table that a call has written. */
export type Written = { table: string; inserted: number; updated: number; deleted: number };

/** What one call has done: its rows, its round trips to the database, and whether it called another company. */
export type Work = { rows: Written[]; trips: number; calledOut: boolean };

const tracing = new AsyncLocalStorage<Work>();
type Counts = Map<string, Written>;
// pg declares a dozen overloads; ours are those with a promise.
type Query = (this: pg.Client, ...given: unknown[]) => Promise<pg.QueryResult>;

/**
 * Runs `call` in this process and counts what it does itself, without what the delivery loops and jobs do meanwhile:
 * they have contexts of their own. A transaction's rows are read from PostgreSQL's counters before its commit. Statements
 * that are sent together are one round trip.
 */
export async function workOf(call: () => Promise<unknown>): Promise<Work> {
  const work: Work = { rows: [], trips: 0, calledOut: false };
  // Of the overloads that pg declares, those with a promise, which are all that this program and drizzle call.
  const client = pg.Client.prototype as unknown as { query: Query };
  const { query } = client;
  const before = new WeakMap<pg.Client, Promise<Counts>>();
  const sending = new WeakSet<pg.Client>();
  const counting: Promise<void>[] = [];
  // Nothing is awaited between the statements, so that they are sent together as they are without counting.
  const begin = (on: pg.Client) => before.set(on, countsOf(on, query));
  const end = (on: pg.Client) => {
    const counts = [present(before.get(on), "the counts at the beginning"), countsOf(on, query)] as const;
    before.delete(on);
    // The counts of a failed transaction are left out, because it was rolled back.
    counting.push(
      Promise.all(counts).then(
        (both) => add(work, ...both),
        () => {},
      ),
    );
  };
  client.query = function (...given) {
    const text = textOf(given[0]);
    if (tracing.getStore() !== work) return query.apply(this, given);
    if (!sending.has(this)) {
      work.trips += 1;
      sending.add(this);
      process.nextTick(() => sending.delete(this));
    }
    if (/^begin/i.test(text)) {
      const begun = query.apply(this, given);
      begin(this);
      return begun;
    }
    if (/^commit/i.test(text)) end(this);
    if (/^rollback/i.test(text)) before.delete(this);
    if (before.has(this) || /^(commit|rollback)/i.test(text)) return query.apply(this, given);
    const whole = [query.call(this, "begin")];
    begin(this);
    // What comes next may look for its rows on another connection, so it waits for the commit.
    const committed = () => Promise.allSettled(whole);
    const [asked] = given;
    if (hasCallback(asked)) {
      const { callback } = asked;
      asked.callback = (...result) => void committed().then(() => callback(...result));
    }
    const answer = query.apply(this, given);
    end(this);
    whole.push(query.call(this, "commit"));
    return Promise.all(whole).then(() => answer);
  };
  const out = () => {
    if (tracing.getStore() === work) work.calledOut = true;
  };
  subscribe("http.client.request.start", out);
  try {
    await tracing.run(work, call);
    await Promise.all(counting);
  } finally {
    unsubscribe("http.client.request.start", out);
    client.query = query;
  }
  return work;
}

/** A query that is answered by its callback, as those of our pool are, and not by the promise of the call. */
const hasCallback = (query: unknown): query is { callback: (...result: unknown[]) => void } =>
  typeof asRecord(query)["callback"] === "function";

const textOf = (query: unknown): string => (typeof query === "string" ? query : String(asRecord(query)["text"] ?? ""));

async function countsOf(client: pg.Client, query: Query): Promise<Counts> {
  const { rows }: { rows: Written[] } = await query.call(
    client,
    `select relname as table, n_tup_ins::int as inserted, n_tup_upd::int as updated, n_tup_del::int as deleted
      from pg_stat_xact_user_tables where n_tup_ins + n_tup_upd + n_tup_del > 0`,
  );
  return new Map(rows.map((row) => [row.table, row]));
}

/** Adds the differences: the counters of a connection also contain what it has not reported of earlier transactions. */
function add(work: Work, before: Counts, after: Counts): void {
  for (const { table, inserted, updated, deleted } of after.values()) {
    const was = before.get(table);
    const known = work.rows.find((row) => row.table === table) ?? { table, inserted: 0, updated: 0, deleted: 0 };
    if (!work.rows.includes(known)) work.rows.push(known);
    known.inserted += inserted - (was?.inserted ?? 0);
    known.updated += updated - (was?.updated ?? 0);
    known.deleted += deleted - (was?.deleted ?? 0);
  }
  work.rows = work.rows.filter(({ inserted, updated, deleted }) => inserted + updated + deleted > 0);
}
