import { describe, expect, test } from "vitest";
import { eventDate, eventDay, insightsToShow, isBlocked, truncate, withoutOrdinals } from "./rules.ts";

describe("what the public pages show", () => {
  test("C-05 Load More shows 10, 19, 28, and other numbers in the URL are rounded down", () => {
    expect(["10", "19", "28", "37"].map(insightsToShow)).toEqual([10, 19, 28, 37]);
    expect([null, "", "-5", "9", "18", "20", "x", "1e9", "27.5"].map(insightsToShow)).toEqual([
      10, 10, 10, 10, 10, 19, 10, 1000, 10,
    ]);
  });

  test("C-08 21st and 4th lose their suffix, August and Thursday keep theirs", () => {
    expect(withoutOrdinals("Thursday 21st August 2026, 4th floor, 2nd, 3RD")).toBe(
      "Thursday 21 August 2026, 4 floor, 2, 3",
    );
    expect(eventDate("20261105")).toBe("5 November 2026");
    expect(eventDate("3rd December 2026")).toBe("3 December 2026");
    expect(eventDate("Spring, to be announced")).toBe("Spring, to be announced");
    expect(["20261203", "2026-12-03", "3rd December 2026", "Thursday 3 Dec 2026"].map(eventDay)).toEqual(
      Array.from({ length: 4 }, () => "2026-12-03"),
    );
    expect(eventDay("soon")).toBeNull();
  });

  test("C-07 text is cut after 65 or 75 characters, and a pair of code units is never halved", () => {
    expect(truncate("x".repeat(65), 65)).toBe("x".repeat(65));
    expect(truncate("x".repeat(66), 65)).toBe(`${"x".repeat(65)}…`);
    expect(truncate("𝒳𝒳𝒳", 2)).toBe("𝒳𝒳…");
    expect(truncate("ends here now", 10)).toBe("ends here…");
  });

  test("C-09 a flag is read from a boolean, number or text, and a missing one means no", () => {
    expect([true, 1, "1", "true"].map((block_content) => isBlocked({ acf: { block_content } }))).toEqual(
      Array.from({ length: 4 }, () => true),
    );
    expect([false, 0, "0", "", null, undefined].map((block_content) => isBlocked({ acf: { block_content } }))).toEqual(
      Array.from({ length: 6 }, () => false),
    );
    expect(isBlocked({ acf: [] })).toBe(false);
  });
});
