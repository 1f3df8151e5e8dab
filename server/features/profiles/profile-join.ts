import { type AnyColumn, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgSelect } from "drizzle-orm/pg-core";
import { alias } from "drizzle-orm/pg-core";
import { profiles } from "./schema.ts";

// What the queries of other features may use of profiles (ADR-006).

/**
 * Joins the profile of the member whom a query names by id, and offers its columns; `as` is for queries that join two.
 */
export function profileJoin(as = "profiles") {
  const profile = alias(profiles, as);
  return {
    // An alias has the table's columns; drizzle types them by the alias's name, which is known when it runs.
    columns: profile as unknown as typeof profiles,
    join: <Query extends PgSelect>(query: Query, memberId: AnyColumn | SQLWrapper) =>
      query.innerJoin(profile, eq(profile.memberId, memberId)),
  };
}

/** A member's name, as a column of a query that names the member. */
export function nameColumn(memberId: SQL): SQL<string | null> {
  return sql`(select p.name from profiles p where p.member_id = ${memberId})`;
}

/** A member's company, as a column of a query that names the member. */
export function companyColumn(memberId: SQL): SQL<string | null> {
  return sql`(select p.company_name from profiles p where p.member_id = ${memberId})`;
}

/** A member's name and company, for the words by which a list is searched. */
export function partyWordsColumn(memberId: SQL): SQL<string> {
  return sql`(select concat_ws(' ', p.name, p.company_name) from profiles p where p.member_id = ${memberId})`;
}

/** Whether a file is the photo of its owner, as a condition of a query that names both. */
export function isPhotoOf(fileId: SQL, ownerId: SQL): SQL<boolean> {
  return sql`exists (
    select from profiles p where p.member_id = ${ownerId} and ${fileId} in (p.photo_id, p.large_photo_id))`;
}
