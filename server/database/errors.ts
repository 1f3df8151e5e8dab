import pg from "pg";
import { factsOf } from "../error-facts.ts";

/** The database could not be reached or did not respond in time: the connection failed, not the query. */
export class DatabaseUnavailable extends Error {
  /** The code of the network or driver error for the log, such as ECONNREFUSED or a timeout. */
  readonly code: string;
  constructor(code: string, options?: ErrorOptions) {
    super("The database could not be reached or did not answer in time.", options);
    this.name = "DatabaseUnavailable";
    this.code = code;
  }
}

/**
 * The driver and the server disagree about prepared statements: a name exists already (42P05) or does not exist
 * (26000), or the tables of a plan have changed (0A000).
 */
export const preparedStatementErrors = ["42P05", "26000", "0A000"];

/**
 * SQLSTATEs that concern the server's condition and not the query (PostgreSQL, appendix A), so that a retry may
 * succeed. Shorter entries are prefixes.
 */
const unavailableCodes = [
  ...preparedStatementErrors,
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

/** The server's error, however deeply it is wrapped; null when the error does not come from the server. */
export function databaseAnswer(error: unknown): pg.DatabaseError | null {
  for (const each of causesOf(error)) if (each instanceof pg.DatabaseError) return each;
  return null;
}

/** Whether the database is temporarily unavailable: unreachable, refusing, full, read-only. Such a call gets 503. */
export function isUnavailable(error: unknown): boolean {
  for (const each of causesOf(error)) {
    if (each instanceof DatabaseUnavailable) return true;
    if (each instanceof pg.DatabaseError && unavailableCodes.some((start) => each.code?.startsWith(start))) return true;
  }
  return false;
}

/** Whether the connection broke before the answer came, so that what was sent may have been done. */
export const isUnanswered = (error: unknown): boolean => isUnavailable(error) && databaseAnswer(error) === null;

/** The error and its causes, outermost first; five at most. */
export function causesOf(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let each = error; each !== undefined && each !== null && chain.length < 5; each = factsOf(each).cause)
    chain.push(each);
  return chain;
}
