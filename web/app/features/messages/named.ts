import type { Conversation } from "@plumbline/contract/messages/contract.ts";
import { inPlainLetters } from "@plumbline/contract/words.ts";

/** Names that contain the text, ignoring case and accents (row M-02). */
export function named(list: readonly Conversation[], text: string): Conversation[] {
  const wanted = inPlainLetters(text);
  return list.filter(({ receiver }) => inPlainLetters(receiver.name).includes(wanted));
}
