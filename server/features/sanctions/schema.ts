import { appealOutcomes, grounds, sanctionEnds, sanctionKinds } from "@plumbline/contract/sanctions/rules.ts";
import { sql } from "drizzle-orm";
import { date, index, integer, jsonb, pgTable, primaryKey, serial, text, uniqueIndex } from "drizzle-orm/pg-core";
import { memberId } from "../../auth/schema.ts";
import { ids, moment } from "../../database/columns.ts";

/** Something that a decision relies on, in the words it had then. */
export type EvidenceRow = {
  kind: "message" | "profile" | "review" | "invoice" | "engagement";
  label: string;
  text: string;
  path: string;
};

/** What a removal took away, so that it can be put back when the removal is lifted. */
export type RemovedContent =
  | { kind: "message"; id: number; conversationId: number; stub: string; body: string; attachmentIds: number[] }
  | { kind: "review"; id: number; stub: string; body: string; ratingChosen: boolean }
  | { kind: "profile"; stub: string; headLine: string | null; description: string | null };

/** The decisions about members (ADR-033). */
export const sanctions = pgTable(
  "sanctions",
  {
    id: serial("id").primaryKey(),
    memberId: memberId("member_id"),
    kind: text("kind", { enum: sanctionKinds }).notNull(),
    grounds: text("grounds", { enum: grounds }).notNull(),
    reason: text("reason").notNull(),
    nextSteps: text("next_steps").notNull(),
    evidence: jsonb("evidence").$type<EvidenceRow[]>().notNull().default([]),
    /** Evidence, and the files of what was removed, which must not be deleted as unattached. */
    fileIds: ids("file_ids"),
    removed: jsonb("removed").$type<RemovedContent>(),
    reportId: integer("report_id"),
    imposedBy: memberId("imposed_by"),
    imposedAt: moment("imposed_at").notNull(),
    /** The first day, in London, on which it no longer holds. */
    until: date("until", { mode: "string" }),
    endedAt: moment("ended_at"),
    /** Null when its date ended it. */
    endedBy: integer("ended_by"),
    end: text("end", { enum: sanctionEnds }),
    endReason: text("end_reason"),
  },
  (table) => [
    index("sanctions_of_member").on(table.memberId, table.id),
    // Two members of staff who decide at once: the second one writes nothing.
    uniqueIndex("sanctions_in_force")
      .on(table.memberId, table.kind)
      .where(sql`kind in ('restriction', 'suspension') and ended_at is null`),
    index("sanctions_to_end").on(table.until).where(sql`ended_at is null and until is not null`),
    index("sanctions_with_files").using("gin", table.fileIds).where(sql`file_ids <> '{}'`),
  ],
);

export const appeals = pgTable(
  "appeals",
  {
    id: serial("id").primaryKey(),
    sanctionId: integer("sanction_id")
      .notNull()
      .references(() => sanctions.id)
      .unique("appeals_one_per_sanction"),
    memberId: memberId("member_id"),
    text: text("text").notNull(),
    fileIds: ids("file_ids"),
    madeAt: moment("made_at").notNull(),
    dueAt: moment("due_at").notNull(),
    decidedBy: integer("decided_by"),
    decidedAt: moment("decided_at"),
    outcome: text("outcome", { enum: appealOutcomes }),
    answer: text("answer"),
  },
  (table) => [
    index("appeals_of_member").on(table.memberId),
    index("appeals_waiting").on(table.dueAt, table.id).where(sql`decided_at is null`),
    index("appeals_decided").on(table.id).where(sql`decided_at is not null`),
    index("appeals_with_files").using("gin", table.fileIds).where(sql`file_ids <> '{}'`),
  ],
);

/** How often something happened in a month: counted with each decision, so that the public page reads a few rows. */
export const transparencyCounts = pgTable(
  "transparency_counts",
  { month: text("month").notNull(), what: text("what").notNull(), times: integer("times").notNull() },
  (table) => [primaryKey({ name: "transparency_counts_pkey", columns: [table.month, table.what] })],
);
