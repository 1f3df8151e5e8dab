import { inSpan, type Span, spanHere } from "../telemetry/spans.ts";
import type { Db } from "./database.ts";
import { preparedOn } from "./prepared.ts";
import { isTransaction } from "./transaction.ts";

/** How many queries of one kind may run at once; further reads wait for the next batch. */
const maxConcurrentQueries = 2;

/**
 * Batches concurrent reads by id (ADR-010): one query with each id once. A read never joins a query that started before
 * it, so it sees everything that was committed before it. Returns null for an id that `read` finds no row for; a failed
 * query rejects every read of its batch.
 */
export function batchedReads<Row, Id extends number | string = number>(
  read: (ids: Id[]) => Promise<Map<Id, Row>>,
): (id: Id) => Promise<Row | null> {
  let waiting: PendingRead<Row, Id>[] = [];
  let underWay = 0;
  const runReads = async () => {
    const batch = waiting;
    waiting = [];
    underWay += 1;
    try {
      const rows = await read([...new Set(batch.map(({ id }) => id))]);
      for (const { id, resolve } of batch) resolve(rows.get(id) ?? null);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      underWay -= 1;
      if (waiting.length > 0) void runReads();
    }
  };
  return (id) =>
    new Promise((resolve, reject) => {
      waiting.push({ id, resolve, reject });
      // The first read waits for the others of the same turn of the event loop.
      if (waiting.length === 1 && underWay < maxConcurrentQueries)
        setImmediate(() => waiting.length > 0 && underWay < maxConcurrentQueries && void runReads());
    });
}

/**
 * A prepared query that finds rows by `ids`, for reading one row: reads at the same time share a query (ADR-010).
 * Within a transaction each read is a query of its own. `idOf` returns the id by which a row was asked for.
 */
export function preparedById<Row>(
  prepare: (db: Db) => { execute(values: { ids: number[] }): Promise<Row[]> },
  idOf: (row: Row) => number,
): (db: Db, id: number) => Promise<Row | null> {
  const readOn = preparedOn((db) => {
    const some = prepare(db);
    const read = async (ids: number[]) => new Map((await some.execute({ ids })).map((row) => [idOf(row), row]));
    return isTransaction(db) ? async (id: number) => (await read([id])).get(id) ?? null : batchedReads(read);
  });
  return (db, id) => readOn(db)(id);
}

type PendingRead<Row, Id> = { id: Id; resolve: (row: Row | null) => void; reject: (error: unknown) => void };

/** The largest batch of writes. */
const maxBatchSize = 100;

/**
 * Batches writes: those that arrive while a batch is being written form the next one, with one round trip and one
 * commit. Batches run one after another, in order of arrival. `write` returns one result per item, in order; when it
 * throws it must have stored nothing, and every write of the batch is rejected.
 */
export function batchedWrites<Item, Result>(
  write: (items: Item[]) => Promise<Result[]>,
): (item: Item) => Promise<Result> {
  const waiting: PendingWrite<Item, Result>[] = [];
  let underWay = false;
  const runWrites = async () => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxBatchSize);
      const answered = await inSpan(batch[0]?.span ?? null, () => write(batch.map(({ item }) => item))).then(
        (results) => () => {
          // `write` returns one result for each item, in their order.
          for (const [at, { resolve }] of batch.entries()) resolve(results[at] as Result);
        },
        (error) => () => {
          for (const { reject } of batch) reject(error);
        },
      );
      // Callers may do a lot of work with the result, so the next batch starts first.
      setImmediate(answered);
    }
    underWay = false;
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject, span: spanHere() });
      if (underWay) return;
      underWay = true;
      // The first write waits for the others of the same turn of the event loop.
      setImmediate(() => void runWrites());
    });
}

type PendingWrite<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
  /** The batch is part of the first one's trace. */
  span: Span | null;
};
