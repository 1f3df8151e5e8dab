import { type AnyColumn, eq, getTableColumns, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias, type PgSelect, type SelectedFields } from "drizzle-orm/pg-core";
import type { Db } from "../database/database.ts";
import { members } from "./schema.ts";

// The parts of members that other features' queries may use (ADR-006): every column except the password hash.

const columnsOf = (member: typeof members) => {
  const { passwordHash: _, ...columns } = getTableColumns(member);
  return columns;
};

/** Returns the columns of members and a function that joins them by id; `as` is the alias for queries that join two. */
export function memberJoin(as = "members") {
  const member = alias(members, as);
  return {
    // An alias has the table's columns; drizzle types them by the alias's name, which is known when it runs.
    columns: columnsOf(member as unknown as typeof members),
    join: <Query extends PgSelect>(query: Query, id: AnyColumn | SQLWrapper) =>
      query.innerJoin(member, eq(member.id, id)),
  };
}

/** The columns for queries that start with `fromMembers`. */
export const memberColumns = columnsOf(members);

/** Starts a query on members, to which other tables may be joined. */
export function fromMembers<Fields extends SelectedFields>(db: Db, fields: Fields) {
  return db.select(fields).from(members).$dynamic();
}

/** A member's role as a column, from an expression for the member's id. */
export function roleColumn(memberId: SQL): SQL<(typeof members.$inferSelect)["role"]> {
  return sql`(select m.role from members m where m.id = ${memberId})`;
}

/**
 * What decisions about a member's conduct leave them, as a column, from an expression for the member's id. A closed account
 * begins nothing new either, and nobody begins anything with it.
 */
export function standingColumn(memberId: SQL): SQL<(typeof members.$inferSelect)["standing"]> {
  return sql`(select case when m.state = 'closed' then 'suspended' else m.standing end from members m where m.id = ${memberId})`;
}

/** A condition: the member exists and has set up payments. Takes an expression for the member's id. */
export function isStripeSetUp(memberId: SQL): SQL<boolean> {
  return sql`exists (select from members m where m.id = ${memberId} and m.stripe_setup)`;
}

/** A condition: the member exists and is in one of the states. Takes an expression for the member's id. */
export function isInState(memberId: SQL, states: readonly (typeof members.$inferSelect)["state"][]): SQL<boolean> {
  return sql`exists (select from members m where m.id = ${memberId} and m.state in ${[...states]})`;
}

/** A condition: one of two members is suspended by a sanction. Takes expressions for their ids. */
export function isEitherSuspended(one: SQL, other: SQL): SQL<boolean> {
  return sql`exists (select from members m where m.id in (${one}, ${other}) and m.standing = 'suspended')`;
}

/**
 * A condition: the member exists and has an e-mail address outside `domain`. Takes an expression for the member's id.
 */
export function isOutside(domain: string, memberId: SQL): SQL<boolean> {
  return sql`exists (select from members m where m.id = ${memberId} and m.email not like ${`%@${domain}`})`;
}
