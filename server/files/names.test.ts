import { expect, test } from "vitest";
import { nameWithExtension, sanitiseName } from "./names.ts";

test.each([
  ["", "file"],
  ["one\ntwo\u202E.pdf", "onetwo.pdf"],
  ["...", "file"],
  [". .", "file"],
  ["\u200d\u200c", "file"],
  ["a/b/c.pdf", "c.pdf"],
  ["..\\..\\windows\\win.ini", "win.ini"],
  ["nul\0l.pdf", "null.pdf"],
  ["CON", "_CON"],
  ["lpt1.txt", "_lpt1.txt"],
  ["console.txt", "console.txt"],
  ["invoice.pdf. . ", "invoice.pdf"],
  ["line\u2028break.txt", "linebreak.txt"],
  ["👩‍🔬 figures.csv", "👩‍🔬 figures.csv"],
  ["half \ud83d.txt", "half �.txt"],
  [`${"x".repeat(300)}.pdf`, `${"x".repeat(116)}.pdf`],
])("M-09 the name %j becomes %j", (name, harmless) => {
  expect(sanitiseName(name)).toBe(harmless);
});

test("M-09 a long name is cut between characters, never within one", () => {
  for (let length = 50; length < 70; length += 1)
    for (const shift of ["", "x"]) {
      const name = sanitiseName(`${shift}${"📈".repeat(length)}.csv`);
      expect(name.isWellFormed()).toBe(true);
      expect(name.length).toBeLessThanOrEqual(120);
      expect(name).toMatch(/📈\.csv$/u);
    }
});

test("M-09 of a name of any length the beginning and the extension stay", () => {
  expect(sanitiseName(`plan${". ".repeat(40_000)}x.pdf`)).toMatch(/^plan(\. )+.{0,1}\.pdf$/);
});

test("M-09 a name gets the extension of its content", () => {
  expect(nameWithExtension("page.html", ["png"])).toBe("page.html.png");
  expect(nameWithExtension("Holiday.JPEG", ["jpg", "jpeg"])).toBe("Holiday.JPEG");
  const long = nameWithExtension(`${"x".repeat(115)}.html`, ["png"]);
  expect([long.length <= 120, long.endsWith(".png")]).toEqual([true, true]);
});
