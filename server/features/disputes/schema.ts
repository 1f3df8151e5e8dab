import { answerKinds, answerStates, type EvidencePart, type OwnFileKind } from "@plumbline/contract/disputes/rules.ts";
import { disputeStates } from "@plumbline/contract/invoices/rules.ts";
import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, serial, text, uniqueIndex } from "drizzle-orm/pg-core";
import { memberId } from "../../auth/schema.ts";
import { created, ids, moment } from "../../database/columns.ts";
import { disputes } from "../invoices/schema.ts";
import type { Evidence } from "./evidence-shape.ts";

/**
 * Our answer to a dispute: written as a draft, recorded when it is sent, sent to the provider with its id as key, settled
 * (rule 8). An inquiry that becomes a dispute is answered again, so that there is one for each stage.
 */
export const disputeAnswers = pgTable(
  "dispute_answers",
  {
    id: serial("id").primaryKey(),
    disputeId: integer("dispute_id")
      .notNull()
      .references(() => disputes.id),
    stage: text("stage", { enum: disputeStates }).notNull(),
    kind: text("kind", { enum: answerKinds }).notNull(),
    state: text("state", { enum: answerStates }).notNull(),
    parts: jsonb("parts").$type<EvidencePart[]>().notNull().default([]),
    words: text("words").notNull().default(""),
    fileIds: ids("file_ids"),
    /** The kind of each file, in the order of fileIds. */
    fileKinds: jsonb("file_kinds").$type<OwnFileKind[]>().notNull().default([]),
    /** Why a dispute is accepted. */
    reason: text("reason"),
    /** What the history said when it was sent; null for a draft. */
    evidence: jsonb("evidence").$type<Evidence>(),
    version: integer("version").notNull().default(1),
    /** How often the provider has refused it, which makes the next attempt another one. */
    refusals: integer("refusals").notNull().default(0),
    failure: text("failure"),
    staffId: memberId("staff_id"),
    savedAt: moment("saved_at").notNull(),
    settledAt: moment("settled_at"),
    createdAt: created(),
  },
  (table) => [
    uniqueIndex("dispute_answers_once").on(table.disputeId, table.stage),
    index("dispute_answers_asked").on(table.id).where(sql`state = 'asked'`),
    index("dispute_answers_with_files").using("gin", table.fileIds).where(sql`file_ids <> '{}'`),
  ],
);
