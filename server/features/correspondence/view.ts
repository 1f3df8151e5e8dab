import type { listThreads, readThread } from "@plumbline/contract/correspondence/contract.ts";
import { threadActionsFor } from "@plumbline/contract/correspondence/rules.ts";
import type { Answer } from "@plumbline/contract/endpoint.ts";
import { type ThreadMessageRow, type ThreadRow, versionOf } from "./store.ts";

const staff = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? "" });

export const threadView = (row: ThreadRow): Answer<typeof listThreads>["entries"][number] => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  name: row.name,
  email: row.email,
  member_id: row.memberId,
  excerpt: row.excerpt,
  assigned_to: staff(row.assignedTo, row.assignedName),
  opened_at: row.openedAt.toISOString(),
  last_at: row.lastAt.toISOString(),
});

/** A conversation as `reader` sees it. */
export function threadInFull(
  { thread, messages }: { thread: ThreadRow; messages: readonly ThreadMessageRow[] },
  reader: number,
): Answer<typeof readThread> {
  const assignedTo = thread.assignedTo === null ? "nobody" : thread.assignedTo === reader ? "me" : "another";
  return {
    ...threadView(thread),
    version: versionOf(thread),
    messages: messages.map(({ id, staffId, staffName, text, quoted, sender, attachments, createdAt }) => ({
      id,
      from: staff(staffId, staffName),
      text,
      quoted,
      sender,
      attachments,
      created_at: createdAt.toISOString(),
    })),
    allowed_actions: threadActionsFor(thread.state, assignedTo),
  };
}
