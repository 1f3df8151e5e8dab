const characters = /* @__PURE__ */ new Intl.Segmenter("en", { granularity: "grapheme" });

/** The beginning of a text in at most `longest` UTF-16 units, never with a part of an emoji or of a letter with accents. */
export function beginningOf(text: string, longest: number): string {
  if (text.length <= longest) return text;
  // As far into the text as an emoji or letter may reach back, which costs the same for a long text.
  const end = characters.segment(text.slice(0, longest + 64)).containing(longest)?.index ?? 0;
  // A single letter that fills all of it with accents is cut all the same, though not within an accent.
  return text.slice(0, end || longest).replace(/[\ud800-\udbff]$/, "");
}

/** A text, or its beginning with an ellipsis, in at most `longest` UTF-16 units. */
export const shortened = (text: string, longest: number): string =>
  text.length <= longest ? text : `${beginningOf(text, longest - 1)}…`;
