import pg from "pg";

/** The database could not be asked, or has not answered in time: the connection is at fault and not the question. */
export class DatabaseUnavailable extends Error {
  /** What the network or the driver says, for the log: ECONNREFUSED, a time-out. */
  readonly code: string;
  constructor(code: string, options?: ErrorOptions) {
    super("The database could not be reached or did not answer in time.", options);
    this.name = "DatabaseUnavailable";
    this.code = code;
  }
}

/**
 * The driver and the server disagree about prepared statements: a name that is taken (42P05) or unknown (26000), or a plan
 * whose tables have changed (0A000).
 */
export const outOfStep = ["42P05", "26000", "0A000"];

/**
 * SQLSTATEs that speak of the server's condition and not of the question (PostgreSQL, appendix A): what was asked may be
 * asked again later. Two characters name a whole class.
 */
const conditions = [
  ...outOfStep,
  "08", // the connection
  "28", // this role may not connect (any more)
  "3D", // the database is gone
  "53", // disk full, out of memory, too many connections
  "58", // input and output outside the database
  "25006", // read-only: a standby, or an administrator's setting
  "25P03", // idle in a transaction for too long
  "40001", // could not serialise
  "40P01", // deadlock
  "42501", // a grant was taken away
  "55P03", // a lock could not be had in time
  "57014", // cancelled: it took too long
  "57P", // shutting down, crashed, starting up, dropped
];

/** What a server answered, wherever it is wrapped in; null when the error is not a database's answer. */
export function databaseAnswer(error: unknown): pg.DatabaseError | null {
  for (const each of causesOf(error)) if (each instanceof pg.DatabaseError) return each;
  return null;
}

/** True when the database is at fault for now: gone, refusing, full, read-only. Such a call is answered 503. */
export function isUnavailable(error: unknown): boolean {
  for (const each of causesOf(error)) {
    if (each instanceof DatabaseUnavailable) return true;
    if (each instanceof pg.DatabaseError && conditions.some((start) => each.code?.startsWith(start))) return true;
  }
  return false;
}

/** The error and what caused it, outermost first; a handful at most. */
export function causesOf(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let each = error; each !== undefined && each !== null && chain.length < 5; each = (each as Error).cause)
    chain.push(each);
  return chain;
}
