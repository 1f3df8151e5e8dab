import pg from "pg";
import { DatabaseUnavailable, outOfStep } from "./database-errors.ts";

/**
 * A connection of the pool. It never ends the process when its line breaks, says DatabaseUnavailable for every failure
 * that is not the server's answer, and hangs up when an answer is overdue, so that nothing queues behind a dead line.
 */
export class Connection<Scope = unknown> extends pg.Client {
  /** What runs statements on this connection alone, made by the pool's user when it first opens a transaction. */
  scope?: Scope;
  #broken = false;

  constructor(config?: pg.ClientConfig) {
    super(config);
    // Between two statements of a transaction nobody else listens, and an unheard error ends the process.
    this.on("error", () => {
      this.#broken = true;
    });
  }

  /** False when nobody may use it again: the line is gone, or a transaction was left open on it. */
  get reusable(): boolean {
    return !this.#broken && this.getTransactionStatus() === "I";
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg declares a dozen overloads; we hand on what came
  override query(...given: any[]): any {
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const answer = (super.query as any)(...given);
    return answer instanceof Promise ? answer.catch((error) => this.#failed(error)) : answer;
  }

  #failed(error: Error): never {
    if (error instanceof pg.DatabaseError && outOfStep.includes(error.code ?? "")) this.#broken = true;
    if (error instanceof pg.DatabaseError || error instanceof TypeError || error instanceof RangeError) throw error;
    this.#broken = true;
    hangUp(this);
    throw unavailable(error);
  }
}

/**
 * The pool of one process. A query that the server refuses costs no connection; a broken one is never handed out again,
 * and one that could not begin its transaction is given back.
 */
export class ConnectionPool<Scope> extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super({ ...config, Client: Connection } as pg.PoolConfig);
    // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
    this.on("error", () => {});
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg declares a dozen overloads; drizzle uses the one with a promise
  override async query(...given: any[]): Promise<any> {
    const ask = () => this.use((connection) => connection.query(...given));
    try {
      return await ask();
    } catch (error) {
      // The statement has not run, and its connection is gone: another one begins without prepared statements.
      if (error instanceof pg.DatabaseError && outOfStep.includes(error.code ?? "")) return ask();
      throw error;
    }
  }

  /** Lends a connection. Throws DatabaseUnavailable when none can be had in time. */
  async use<Result>(work: (connection: Connection<Scope>) => Promise<Result>): Promise<Result> {
    const connection = (await this.connect().catch((error) => {
      throw error instanceof pg.DatabaseError ? error : unavailable(error);
    })) as pg.PoolClient & Connection<Scope>;
    try {
      return await work(connection);
    } finally {
      connection.release(!connection.reusable);
    }
  }
}

const unavailable = (error: Error) =>
  error instanceof DatabaseUnavailable
    ? error
    : new DatabaseUnavailable((error as { code?: string }).code ?? error.message, { cause: error });

/** Ends the line without asking the other side, which may never answer. */
function hangUp(client: pg.Client): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
