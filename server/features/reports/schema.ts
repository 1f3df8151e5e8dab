import { reportActs, reportableKinds } from "@plumbline/contract/reports/rules.ts";
import { grounds } from "@plumbline/contract/sanctions/rules.ts";
import { sql } from "drizzle-orm";
import { bigint, index, integer, pgTable, serial, text, uniqueIndex } from "drizzle-orm/pg-core";
import { memberId } from "../../auth/schema.ts";
import { moment } from "../../database/columns.ts";

/** What members have reported. */
export const reports = pgTable(
  "reports",
  {
    id: serial("id").primaryKey(),
    reporterId: memberId("reporter_id"),
    /** Who wrote what was reported. */
    authorId: memberId("author_id"),
    kind: text("kind", { enum: reportableKinds }).notNull(),
    thingId: bigint("thing_id", { mode: "number" }).notNull(),
    /** Where a message is found. */
    conversationId: integer("conversation_id"),
    grounds: text("grounds", { enum: grounds }).notNull(),
    words: text("words").notNull(),
    madeAt: moment("made_at").notNull(),
    assignedTo: integer("assigned_to"),
    decidedBy: integer("decided_by"),
    decidedAt: moment("decided_at"),
    outcome: text("outcome", { enum: reportActs }),
    answer: text("answer"),
  },
  (table) => [
    uniqueIndex("reports_waiting_once").on(table.reporterId, table.kind, table.thingId).where(sql`decided_at is null`),
    index("reports_of_reporter").on(table.reporterId, table.id),
    index("reports_waiting").on(table.id).where(sql`decided_at is null`),
    index("reports_decided").on(table.id).where(sql`decided_at is not null`),
  ],
);
