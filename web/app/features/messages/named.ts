import type { Conversation } from "@plumbline/contract/messages/contract.ts";
import { asTyped } from "@plumbline/contract/words.ts";

/** Names that contain the text, ignoring case and accents (row M-02). */
export function named(list: readonly Conversation[], text: string): Conversation[] {
  const wanted = asTyped(text);
  return list.filter(({ receiver }) => asTyped(receiver.name).includes(wanted));
}
