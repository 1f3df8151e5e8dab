import { expect, test } from "vitest";
import { openRanking } from "./ranking.ts";
import { addRows } from "./row-text.ts";
import { SegmentBuilder } from "./segment.ts";

test("S-06 a page of match rows as one text has the advisors of the page, each with their lists", () => {
  const builder = new SegmentBuilder();
  expect(addRows("7 15{58,60}{38}{33,34}12 0{}{}{}", 0, builder)).toBe(2);
  expect(addRows("", 12, builder)).toBe(0);
  expect(addRows("1000000 15{58}{}{33}", 12, builder)).toBe(1);
  const rows = [
    { id: 7, quality: 15, expertiseAreaIds: [58, 60], industryIds: [38], companySizeIds: [33, 34] },
    { id: 12, quality: 0, expertiseAreaIds: [], industryIds: [], companySizeIds: [] },
    { id: 1_000_000, quality: 15, expertiseAreaIds: [58], industryIds: [], companySizeIds: [33] },
  ];
  expect(builder.done()).toEqual(openRanking(rows).state().segment);
});

test.each(["7", "7 ", "7 15", "7 15{58", "7 15{58}{NULL}{33}", "7 15{58}{38}{33};", "7,15{58}{38}{33}", "-7 15{}{}{}"])(
  "S-06 a text that is no page of match rows is refused: %s",
  (text) => {
    expect(() => addRows(text, 0, new SegmentBuilder())).toThrow("cannot be read");
  },
);

test("S-06 rows that do not come in the order of their ids are refused, and so is an impossible track record", () => {
  expect(() => addRows("7 15{}{}{}7 3{}{}{}", 0, new SegmentBuilder())).toThrow("7 comes after 7");
  expect(() => addRows("7 15{}{}{}", 8, new SegmentBuilder())).toThrow("7 comes after 8");
  expect(() => addRows("7 16{}{}{}", 0, new SegmentBuilder())).toThrow("track record");
});
