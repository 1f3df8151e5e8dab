import type { PartedTable } from "../../database/parts.ts";
import { messages } from "./schema.ts";

/** Messages are divided by their conversation, which all statements name, and of which later ones have higher ids (ADR-053). */
export const messageParts: PartedTable = {
  key: messages.conversationId,
  sequence: "conversations_id_seq",
  size: 1_000_000,
};
