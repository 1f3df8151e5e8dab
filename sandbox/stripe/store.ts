import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { Kind, Kinds } from "./kinds.ts";

const tables = `
  create table if not exists objects (
    seq integer primary key autoincrement, id text not null unique, kind text not null,
    account text not null, created integer not null, body text not null);
  create index if not exists objects_by_kind on objects (kind, account, seq);
  create index if not exists objects_by_customer on objects (kind, json_extract(body, '$.customer'));
  create index if not exists objects_by_intent on objects (kind, json_extract(body, '$.payment_intent'));
  create index if not exists objects_by_subscription
    on objects (kind, json_extract(body, '$.parent.subscription_details.subscription'));
  create index if not exists objects_by_invoice on objects (kind, json_extract(body, '$.invoice'));
  create table if not exists notes (id text primary key, body text not null);
  create table if not exists timers (id text primary key, at integer not null);
  create index if not exists timers_by_time on timers (at);
  create table if not exists answers (
    key text primary key, fingerprint text not null, status integer not null, body text not null, at integer not null);
  create table if not exists deliveries (
    seq integer primary key autoincrement, event text not null, endpoint text not null,
    attempts integer not null default 0, next_at integer, unique (event, endpoint));
  create index if not exists deliveries_due on deliveries (next_at) where next_at is not null;
`;

export type Condition =
  | { path: string; is: string | number | null }
  | { path: string; isNot: string }
  | { path: string; among: readonly string[] };
export type Search = {
  where?: Condition[];
  created?: { gt?: number; gte?: number; lt?: number; lte?: number };
  after?: string;
  before?: string;
  limit?: number;
};
export type Answer = { fingerprint: string; status: number; body: string };
export type Delivery = { seq: number; event: string; endpoint: string; attempts: number };
export type AccountObjects = ReturnType<typeof openObjects>;
export type Store = ReturnType<typeof openStore>;

/**
 * Opens, and creates, the SQLite file (or ":memory:") that holds all state. Every answer waits for a synchronous write, so
 * that a killed process loses nothing.
 */
export function openStore(file: string) {
  const database = new DatabaseSync(file);
  database.exec("pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 5000;");
  database.exec(tables);
  const prepared = new Map<string, ReturnType<DatabaseSync["prepare"]>>();
  const sql = (text: string) => {
    const known = prepared.get(text) ?? database.prepare(text);
    prepared.set(text, known);
    return known;
  };
  // Whoever writes a statement names the columns that it selects.
  const all = <T>(text: string, ...values: SQLInputValue[]) => sql(text).all(...values) as T[];
  // As above.
  const one = <T>(text: string, ...values: SQLInputValue[]) => sql(text).get(...values) as T | undefined;
  const run = (text: string, ...values: SQLInputValue[]) => sql(text).run(...values);

  /** Runs the work and commits; an error rolls back. Inside a transaction it joins the outer one. */
  function transaction<T>(work: () => T): T {
    if (database.isTransaction) return work();
    database.exec("begin immediate");
    try {
      const result = work();
      database.exec("commit");
      return result;
    } catch (error) {
      database.exec("rollback");
      throw error;
    }
  }

  /** Runs the work in a savepoint of the running transaction; an error rolls back to it. */
  function attempt<T>(work: () => T): T {
    database.exec("savepoint attempt");
    try {
      const result = work();
      database.exec("release attempt");
      return result;
    } catch (error) {
      database.exec("rollback to attempt; release attempt");
      throw error;
    }
  }

  return {
    transaction,
    attempt,
    objectsOf: (account: string) => openObjects({ all, one, run }, account),
    close: () => database.close(),

    note: <T>(id: string): T | undefined => {
      const row = one<{ body: string }>("select body from notes where id = ?", id);
      return row && JSON.parse(row.body);
    },
    setNote: (id: string, value: unknown) =>
      run("insert into notes values (?, ?) on conflict (id) do update set body = excluded.body", id, encode(value)),
    dropNote: (id: string) => run("delete from notes where id = ?", id),

    setTimer: (id: string, at: number | null) =>
      at === null
        ? run("delete from timers where id = ?", id)
        : run("insert into timers values (?, ?) on conflict (id) do update set at = excluded.at", id, at),
    nextTimer: (until: number) =>
      one<{ id: string; at: number }>("select id, at from timers where at <= ? order by at, rowid limit 1", until),

    answer: (key: string, since: number) =>
      one<Answer>("select fingerprint, status, body from answers where key = ? and at > ?", key, since),
    saveAnswer: (key: string, answer: Answer, at: number) =>
      run(
        "insert or replace into answers values (?, ?, ?, ?, ?)",
        key,
        answer.fingerprint,
        answer.status,
        answer.body,
        at,
      ),

    deleteAnswers: (before: number) => run("delete from answers where at < ?", before),

    addDelivery: (event: string, endpoint: string, nextAt: number) =>
      run(
        `insert into deliveries (event, endpoint, next_at) values (?, ?, ?)
         on conflict (event, endpoint) do update set next_at = excluded.next_at, attempts = attempts + 1`,
        event,
        endpoint,
        nextAt,
      ),
    dueDelivery: (until: number) =>
      one<Delivery>(
        `select seq, event, endpoint, attempts from deliveries
         where next_at <= ? order by next_at, seq limit 1`,
        until,
      ),
    nextDeliveryAt: () => one<{ at: number | null }>("select min(next_at) as at from deliveries")?.at ?? null,
    /** After a try; a delivery that was asked for meanwhile stays due. */
    rescheduleDelivery: ({ seq, attempts }: Delivery, nextAt: number | null) =>
      run(
        "update deliveries set attempts = attempts + 1, next_at = ? where seq = ? and attempts = ?",
        nextAt,
        seq,
        attempts,
      ),
    pendingDeliveries: (event: string) =>
      one<{ n: number }>("select count(*) as n from deliveries where event = ? and next_at is not null", event)?.n ?? 0,
    makeDeliveriesDue: (at: number) => run("update deliveries set next_at = ? where next_at > ?", at, at),
  };
}

type Sql = {
  all: <T>(text: string, ...values: SQLInputValue[]) => T[];
  one: <T>(text: string, ...values: SQLInputValue[]) => T | undefined;
  run: (text: string, ...values: SQLInputValue[]) => unknown;
};

/** The objects of one account ("" is the platform): objects of other accounts are not found. */
function openObjects({ all, one, run }: Sql, account: string) {
  const seqOf = (id: string) =>
    one<{ seq: number }>("select seq from objects where id = ? and account = ?", id, account)?.seq;

  return {
    account,
    put<K extends Kind>(object: Kinds[K] & { object: K }): void {
      const created = "created" in object ? (object.created ?? 0) : 0;
      run(
        `insert into objects (id, kind, account, created, body) values (?, ?, ?, ?, ?)
         on conflict (id) do update set body = excluded.body`,
        object.id,
        object.object,
        account,
        created,
        encode(object),
      );
    },
    get<K extends Kind>(kind: K, id: string): Kinds[K] | undefined {
      const row = one<{ body: string }>(
        "select body from objects where id = ? and kind = ? and account = ?",
        id,
        kind,
        account,
      );
      return row && JSON.parse(row.body);
    },
    /** An object of any type by its id, for expansion. */
    any(id: string): object | undefined {
      const row = one<{ body: string }>("select body from objects where id = ? and account = ?", id, account);
      return row && JSON.parse(row.body);
    },
    remove: (id: string) => run("delete from objects where id = ? and account = ?", id, account),
    seqOf,
    /** Newest first. `after` and `before` are ids, exclusive; `before` reads the page of newer objects. */
    find<K extends Kind>(kind: K, search: Search = {}): Kinds[K][] {
      const clauses = ["kind = ?", "account = ?"];
      const values: SQLInputValue[] = [kind, account];
      for (const condition of search.where ?? []) {
        const found = `json_extract(body, '$.${condition.path}')`;
        if ("among" in condition) {
          clauses.push(`${found} in (${condition.among.map(() => "?").join()})`);
          values.push(...condition.among);
        } else if ("isNot" in condition) {
          clauses.push(`${found} is not ?`);
          values.push(condition.isNot);
        } else {
          clauses.push(`${found} is ?`);
          values.push(condition.is);
        }
      }
      const { gt, gte, lt, lte } = search.created ?? {};
      const bounds = [
        [">", gt],
        [">=", gte],
        ["<", lt],
        ["<=", lte],
      ] as const;
      for (const [sign, bound] of bounds) {
        if (bound === undefined) continue;
        clauses.push(`created ${sign} ?`);
        values.push(bound);
      }
      const edge = search.after ?? search.before;
      if (edge) {
        clauses.push(`seq ${search.after ? "<" : ">"} ?`);
        values.push(seqOf(edge) ?? 0);
      }
      const order = search.before ? "asc" : "desc";
      const text = `select body from objects where ${clauses.join(" and ")} order by seq ${order} limit ?`;
      const rows = all<{ body: string }>(text, ...values, search.limit ?? -1);
      const found = rows.map((row): Kinds[K] => JSON.parse(row.body));
      return search.before ? found.reverse() : found;
    },
  };
}

function encode(value: unknown): string {
  return JSON.stringify(value) ?? "null";
}
