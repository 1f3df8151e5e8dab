import { expect, test } from "vitest";
import { addressOf, greetingOf } from "./greeting.ts";

test.each([
  ["Sarah Okafor", "Sarah"],
  ["Dr Sarah Okafor", "Sarah"],
  ["Dr. Sarah Okafor", "Sarah"],
  ["prof DR. Anna-Lena Weber", "Anna-Lena"],
  ["  Rev.  Martin   King ", "Martin"],
  ["Dame Judi Dench", "Judi"],
  ["Lord Alan Sugar", "Alan"],
  ["Mx Robin Hale", "Robin"],
  // Only a surname follows.
  ["Dr Okafor", "Dr Okafor"],
  ["Mrs. Hale", "Mrs. Hale"],
  // No titles, but names that begin like one.
  ["Drew Barr", "Drew"],
  ["Revathi Nair", "Revathi"],
  ["Sirius Black", "Sirius"],
  ["J. R. Hartley", "J."],
  ["Priya", "Priya"],
  ["Dr", "Dr"],
  // In another script the first word may be a title or the surname.
  ["王 小明", "王 小明"],
  ["王小明", "王小明"],
  ["محمد علي", "محمد علي"],
  ["د. محمد  علي", "د. محمد علي"],
  ["Dr. محمد علي", "محمد علي"],
  ["Dr. محمد", "Dr. محمد"],
  ["Δρ. Νίκος Παππάς", "Δρ. Νίκος Παππάς"],
  ["Łukasz Żak", "Łukasz"],
  ["", ""],
])("G-96 %j is addressed as %j", (name, address) => {
  expect(addressOf(name)).toBe(address);
});

test("G-96 an e-mail begins with the name, or with what the reader is without one", () => {
  expect([greetingOf("Dr Sarah Okafor"), greetingOf(""), greetingOf(" ", "colleague")]).toEqual([
    "Dear Sarah,",
    "Dear member,",
    "Dear colleague,",
  ]);
});

test.each(["https://prize.example/claim", "WWW.prize.example Raman", "prize.example", "Priya prize.example/claim"])(
  "A-09 the name %j becomes no link in an e-mail to a stranger",
  (name) => {
    expect(greetingOf(name)).toBe("Dear member,");
  },
);

test("G-96 a full stop within a name is no link", () => {
  expect(greetingOf("Dr.Sarah Okafor")).toBe("Dear Dr.Sarah,");
});
