import type { AppContext } from "../context.ts";
import { readConversation, sendMessage } from "../features/messages/actions.ts";
import type { Person } from "./people.ts";

/**
 * Writes messages between two people: each line has the writer and the text, and the writer has read what came before.
 * The first writer must be allowed to write.
 */
export async function converse(
  context: AppContext,
  lines: readonly (readonly [from: Person, to: Person, body: string])[],
): Promise<void> {
  for (const [from, to, body] of lines) {
    await sendMessage(context, from.member, { receiverId: to.id, body });
    await readConversation(context, from.member, to.id);
  }
}
