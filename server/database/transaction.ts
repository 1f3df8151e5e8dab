import type { Connection } from "./connection-pool.ts";
import { databaseAnswer } from "./errors.ts";

/** PostgreSQL's code for a statement of a transaction in which another one has failed. */
const inFailedTransaction = "25P02";

const open = Symbol("what an open transaction waits for");
/** Statements that were sent and not awaited yet, and checks of their results. */
type Pending = { statements: Promise<unknown>[]; checks: Promise<unknown>[] };
/** A drizzle instance, which this module cannot name without importing what imports it. */
type Transaction = object & { [open]?: Pending };

/**
 * Runs `work` between BEGIN and COMMIT on the connection, whose drizzle instance is `scope`. Neither costs a round trip
 * of its own: BEGIN is sent with the first statement, and COMMIT with the last ones that were not awaited
 * (`sendAlong`). When one of them fails, COMMIT rolls back and its error is thrown.
 */
export async function inTransaction<T>(
  connection: Connection<unknown>,
  scope: Transaction,
  mode: string,
  work: () => Promise<T>,
): Promise<T> {
  const pending: Pending = { statements: [], checks: [] };
  connection.firstFailure = undefined;
  scope[open] = pending;
  void sendAlong(scope, connection.query(`begin ${mode}`));
  try {
    const returned = await work();
    await settled(pending.checks);
    const commit: Promise<{ command: string }> = connection.query("commit");
    void sendAlong(scope, commit);
    await settled(pending.statements);
    // After an error that the caller has caught, PostgreSQL rolls the transaction back at COMMIT.
    if ((await commit).command !== "COMMIT") throw new Error("The transaction had failed and was rolled back.");
    return returned;
  } catch (error) {
    // When one of several statements sent together fails, the errors of the later ones only say that an earlier one has
    // failed.
    const cause = databaseAnswer(error)?.code === inFailedTransaction ? connection.firstFailure : error;
    // A connection that cannot roll back leaves the pool.
    await connection.query("rollback").catch(() => {});
    await Promise.allSettled(pending.checks);
    await settled(pending.statements);
    throw cause;
  }
}

/**
 * Sends a statement whose result is not needed together with the ones after it: its transaction does not commit before
 * it is done, and fails when it fails. Outside a transaction it is awaited.
 */
export async function sendAlong(db: Transaction, statement: PromiseLike<unknown>): Promise<void> {
  await addPending(db, "statements", statement);
}

/**
 * Sends the statements that follow without waiting for a check of this one's result, such as whether it has changed a
 * row: the transaction sends COMMIT only when the check has passed, and fails with its error. Outside a transaction it
 * is awaited.
 */
export async function checkAlong(db: Transaction, check: PromiseLike<unknown>): Promise<void> {
  await addPending(db, "checks", check);
}

/** Whether this is the connection of a transaction. */
export const isTransaction = (db: Transaction): boolean => db[open] !== undefined;

async function addPending(db: Transaction, kind: keyof Pending, work: PromiseLike<unknown>): Promise<void> {
  // One `then` and at once: drizzle's queries run anew at each.
  const done = new Promise<unknown>((resolve, reject) => work.then(resolve, reject));
  const pending = db[open];
  if (!pending) return void (await done);
  // The end of the transaction throws its error; without a listener until then it would end the process.
  done.catch(() => {});
  pending[kind].push(done);
}

/** Waits for all of them. Throws the first failure, because the later ones only say that there was one. */
async function settled(statements: readonly Promise<unknown>[]): Promise<void> {
  for (const each of await Promise.allSettled(statements)) if (each.status === "rejected") throw each.reason;
}
