import { readConversation, sendMessage } from "../features/messages/actions.ts";
import type { House } from "../house.ts";
import type { Person } from "./people.ts";

/** Lets two people write to each other: each line is who writes and what; who writes has read. The first must be allowed to. */
export async function converse(
  house: House,
  lines: readonly (readonly [from: Person, to: Person, body: string])[],
): Promise<void> {
  for (const [from, to, body] of lines) {
    await sendMessage(house, from.member, { receiverId: to.id, body });
    await readConversation(house, from.member, to.id);
  }
}
