import { type SegmentBuilder, traits } from "./segment.ts";

// The codes of the characters.
const zero = 48;
const space = 32;
const comma = 44;
const opening = 123;
const closing = 125;

/**
 * Adds the advisors of a page of rows as the store packs it (`pageAfter` in index-store.ts). Returns how many they are. Throws
 * for a text of another form, and for ids that do not ascend from `after`, because a segment relies on their order.
 */
export function addRows(text: string, after: number, to: SegmentBuilder): number {
  let at = 0;
  const unreadable = () =>
    new Error(`a page of match rows cannot be read from ${JSON.stringify(text.slice(at, at + 20))} on`);
  const number = () => {
    const from = at;
    let value = 0;
    for (; at < text.length; at++) {
      const digit = text.charCodeAt(at) - zero;
      if (digit < 0 || digit > 9) break;
      value = 10 * value + digit;
    }
    if (at === from) throw unreadable();
    return value;
  };
  const skip = (character: number) => {
    if (text.charCodeAt(at) !== character) throw unreadable();
    at += 1;
  };
  let [count, last] = [0, after];
  for (; at < text.length; count++) {
    const id = number();
    if (id <= last) throw new Error(`match rows are not in the order of their ids: ${id} comes after ${last}`);
    last = id;
    skip(space);
    const part = to.of(number());
    part.begin(id);
    for (const trait of traits) {
      skip(opening);
      while (text.charCodeAt(at) !== closing) {
        part.mark(trait, number());
        if (text.charCodeAt(at) !== closing) skip(comma);
      }
      skip(closing);
    }
  }
  return count;
}
