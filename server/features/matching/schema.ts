import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { memberId, members } from "../../auth/schema.ts";
import { created, ids, moment } from "../../database/columns.ts";

/** All entries of the reference data that a search names, as one array. The index has the same expression. */
export const wantedOf = (table: Record<"industryId" | "companySizeId" | "expertiseAreaIds", AnyColumn>): SQL =>
  sql`(${table.expertiseAreaIds} || array[${table.industryId}, ${table.companySizeId}])`;

/** What a customer looks for. */
export const preferences = pgTable(
  "preferences",
  {
    memberId: integer("member_id")
      .primaryKey()
      .references(() => members.id),
    industryId: integer("industry_id").notNull(),
    companySizeId: integer("company_size_id").notNull(),
    expertiseAreaIds: ids("expertise_area_ids"),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (table) => [index("preferences_choices").using("gin", wantedOf(table)).with({ fastupdate: "off" })],
);

/** The source of the match index: one row per advisor, derived from profile, reviews, engagements and messages. */
export const matchRows = pgTable(
  "match_rows",
  {
    memberId: integer("member_id")
      .primaryKey()
      .references(() => members.id),
    /** Approved, complete and payable (decision 33). An unlisted row is kept, so that every process learns of the change. */
    listed: boolean("listed").notNull(),
    /** The points of the track record, 0 to 15. */
    quality: smallint("quality").notNull(),
    expertiseAreaIds: ids("expertise_area_ids"),
    industryIds: ids("industry_ids"),
    companySizeIds: ids("company_size_ids"),
    /** The facts behind the quality, for the sentences that explain it. */
    facts: jsonb("facts").$type<Record<string, number>>().notNull().default({}),
    changedAt: moment("changed_at").notNull().defaultNow(),
  },
  // The index in memory reads what has changed page by page in this order.
  (table) => [index("match_rows_changed").on(table.changedAt, table.memberId)],
);

/**
 * The files of the index in memory that were written by processes on this database. One that is not in here holds a state
 * that the database may not have come to, as after an older backup was restored (ADR-051).
 */
export const matchIndexFiles = pgTable("match_index_files", {
  id: uuid("id").primaryKey(),
  writtenAt: moment("written_at").notNull(),
});

/** Which advisors were shown to which customers, one row per week and pair: the statistics on an advisor's home page. */
export const matchShowings = pgTable(
  "match_showings",
  {
    advisorId: memberId("advisor_id"),
    /** The week's Monday. */
    week: date("week", { mode: "string" }).notNull(),
    customerId: memberId("customer_id"),
    position: smallint("position").notNull(),
    /** The points by component, in the order of `scoreComponents`. */
    points: smallint("points").array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.advisorId, table.week, table.customerId] }),
    index("match_showings_by_week").on(table.week),
  ],
);

/** A customer's request in their own words (decision 34). */
export const advisorRequests = pgTable(
  "advisor_requests",
  {
    id: serial("id").primaryKey(),
    memberId: memberId("member_id"),
    message: text("message").notNull(),
    createdAt: created(),
  },
  (table) => [
    index("advisor_requests_by_moment").on(table.createdAt),
    index("advisor_requests_of_member").on(table.memberId),
  ],
);
