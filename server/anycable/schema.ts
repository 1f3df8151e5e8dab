import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { memberId } from "../auth/schema.ts";
import { moment } from "../database/columns.ts";

/**
 * The sockets that AnyCable holds for us, so that those of an ended session can be closed by their ids (ADR-055). A row
 * is removed when its socket or its session ends; those of an AnyCable that was killed stay until then.
 */
export const anycableSockets = pgTable(
  "anycable_sockets",
  {
    id: text("id").primaryKey(),
    memberId: memberId("member_id"),
    /** No foreign key: the row is needed after its session has ended. */
    sessionId: integer("session_id").notNull(),
    connectedAt: moment("connected_at").notNull(),
  },
  (table) => [index("anycable_sockets_of_member").on(table.memberId)],
);
