import { expect, it } from "vitest";
import { unbrokenText } from "./unbroken.tsx";

it("C-01 C-14 dates, days and people in a text stay in one piece, and what stands within a tag is left alone", () => {
  expect(unbrokenText("<p>From 1 March 2026 to 14 May.</p>")).toBe(
    "<p>From 1\u00a0March\u00a02026 to 14\u00a0May.</p>",
  );
  expect(unbrokenText("A firm of 101–250 people pays in 60 days or 1 day, due 2 May.")).toBe(
    "A firm of 101–250\u00a0people pays in 60\u00a0days or 1\u00a0day, due\u00a02\u00a0May.",
  );
  expect(unbrokenText("The 3 daylight hours")).toBe("The 3 daylight hours");
  expect(unbrokenText('<img alt="On 1 March 2026">')).toBe('<img alt="On 1 March 2026">');
});
