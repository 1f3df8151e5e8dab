import {
  checkKinds,
  checkResults,
  defaultDecideWithinDays,
  recommendations,
} from "@plumbline/contract/back-office/queue-rules.ts";
import { index, integer, pgTable, serial, smallint, text } from "drizzle-orm/pg-core";
import { memberId, members } from "../../auth/schema.ts";
import { created, moment } from "../../database/columns.ts";

/** What staff have agreed among themselves: one row. */
export const deskSettings = pgTable("desk_settings", {
  id: integer("id").primaryKey(),
  /** The promise to applicants: the days within which they are decided about. */
  decideWithinDays: smallint("decide_within_days").notNull().default(defaultDecideWithinDays),
});

/** What staff write down about a member, for each other and never shown to the member. */
export const memberNotes = pgTable(
  "member_notes",
  {
    id: serial("id").primaryKey(),
    memberId: memberId("member_id"),
    authorId: memberId("author_id"),
    body: text("body").notNull(),
    createdAt: created(),
    editedAt: moment("edited_at"),
  },
  (table) => [index("member_notes_of_member").on(table.memberId, table.id)],
);

/** Who works on an application, and what the applicant was last asked and answered; no row before either. */
export const applicationCases = pgTable("application_cases", {
  memberId: integer("member_id")
    .primaryKey()
    .references(() => members.id),
  assignedTo: integer("assigned_to").references(() => members.id),
  assignedAt: moment("assigned_at"),
  question: text("question"),
  askedBy: integer("asked_by").references(() => members.id),
  askedAt: moment("asked_at"),
  answer: text("answer"),
  answeredAt: moment("answered_at"),
});

/** A check of what an applicant says: what was looked at, what came out, by whom and when. Never changed. */
export const applicationChecks = pgTable(
  "application_checks",
  {
    id: serial("id").primaryKey(),
    memberId: memberId("member_id"),
    kind: text("kind", { enum: checkKinds }).notNull(),
    result: text("result", { enum: checkResults }).notNull(),
    note: text("note"),
    checkedBy: memberId("checked_by"),
    createdAt: created(),
  },
  (table) => [index("application_checks_of_member").on(table.memberId, table.id)],
);

/** A person who was asked by e-mail about an applicant, and what they answered on the page that the link opens. */
export const applicationReferences = pgTable(
  "application_references",
  {
    id: serial("id").primaryKey(),
    memberId: memberId("member_id"),
    name: text("name").notNull(),
    email: text("email").notNull(),
    askedBy: memberId("asked_by"),
    /** The hash of the link's token; null until the e-mail is written. */
    tokenHash: text("token_hash").unique("application_references_token"),
    expiresAt: moment("expires_at").notNull(),
    knownAs: text("known_as"),
    recommends: text("recommends", { enum: recommendations }),
    words: text("words"),
    answeredAt: moment("answered_at"),
    createdAt: created(),
  },
  (table) => [index("application_references_of_member").on(table.memberId, table.id)],
);
