import type { Connection } from "./connection-pool.ts";
import { databaseAnswer } from "./errors.ts";

/** PostgreSQL's code for a statement of a transaction in which another one has failed. */
const inFailedTransaction = "25P02";

const sent = Symbol("statements sent along");
/** A drizzle instance, which this module cannot name without importing what imports it. */
type Transaction = object & { [sent]?: Promise<unknown>[] };

/**
 * Runs `work` between BEGIN and COMMIT on the connection, whose drizzle instance is `scope`. Neither costs a round trip of
 * its own: BEGIN leaves with the first statement, and COMMIT with those at the end that nobody waits for (`sendAlong`).
 * When one of them fails, COMMIT rolls back and its error is thrown.
 */
export async function inTransaction<T>(
  connection: Connection<unknown>,
  scope: Transaction,
  mode: string,
  work: () => Promise<T>,
): Promise<T> {
  const statements: Promise<unknown>[] = [];
  connection.firstFailure = undefined;
  scope[sent] = statements;
  void sendAlong(scope, connection.query(`begin ${mode}`));
  try {
    const returned = await work();
    const commit: Promise<{ command: string }> = connection.query("commit");
    void sendAlong(scope, commit);
    await settled(statements);
    // An error that somebody has swallowed leaves a transaction that COMMIT rolls back.
    if ((await commit).command !== "COMMIT") throw new Error("The transaction had failed and was rolled back.");
    return returned;
  } catch (error) {
    // Of statements sent together the later ones only say that an earlier one has failed.
    const cause = databaseAnswer(error)?.code === inFailedTransaction ? connection.firstFailure : error;
    // A connection that cannot roll back leaves the pool.
    await connection.query("rollback").catch(() => {});
    await settled(statements);
    throw cause;
  }
}

/**
 * Lets a statement whose result nobody needs travel with those after it: its transaction has not committed before it is
 * done, and fails when it does. Outside a transaction it is awaited.
 */
export async function sendAlong(db: Transaction, statement: PromiseLike<unknown>): Promise<void> {
  // One `then` and at once: drizzle's queries run anew at each.
  const done = new Promise<unknown>((resolve, reject) => statement.then(resolve, reject));
  const statements = db[sent];
  if (!statements) return void (await done);
  // Whoever ends the transaction throws its error; without a listener until then it would end the process.
  done.catch(() => {});
  statements.push(done);
}

/** Waits for all of them. Throws the first failure, because the later ones only say that there was one. */
async function settled(statements: readonly Promise<unknown>[]): Promise<void> {
  for (const each of await Promise.allSettled(statements)) if (each.status === "rejected") throw each.reason;
}
