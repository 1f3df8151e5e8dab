import { expect, test } from "vitest";
import { excerptOf } from "./excerpt.ts";

const marked = (body: string, search: string) =>
  excerptOf(body, search)
    .map(({ text, found }) => (found ? `[${text}]` : text))
    .join("");

test.each([
  ["a word", "Could we look at the pricing?", "pricing", "Could we look at the [pricing]?"],
  ["the beginning of a word", "Pricing, then prices", "pric", "[Pric]ing, then [pric]es"],
  ["no end of a word", "Surprising", "prising", "Surprising"],
  ["several words", "A board pack for the board", "pack BOARD", "A [board] [pack] for the [board]"],
  ["accents", "Zoë's café, the ﬁrst", "zoe cafe first", "[Zoë]'s [café], the [ﬁrst]"],
  ["signs", "50% of (this)", "%(this", "50% of ([this])"],
  ["nothing", "Good  morning\nto you", "", "Good morning to you"],
  ["a late word", `${"so ".repeat(60)}pricing it is`, "pricing", `…${"so ".repeat(8)}[pricing] it is`],
  ["no half word before it", "A familiar month-end. Who closes the books", "the", "…month-end. Who closes [the] books"],
  ["a long text", `pricing ${"so ".repeat(60)}`, "pricing", `[pricing] ${"so ".repeat(34)}…`],
])("decision 65 an excerpt shows %s where it was said", (_what, body, search, shown) => {
  expect(marked(body, search)).toBe(shown);
});
