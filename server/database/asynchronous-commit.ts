import { sql } from "drizzle-orm";

/**
 * Selected or returned by a statement, it lets the transaction around it commit without waiting for the disk. A crash of
 * the database server may undo such a commit, so it is for what is done again then.
 */
export const asynchronousCommit = sql`set_config('synchronous_commit', 'off', true)`;
