import { expect, test } from "vitest";
import { requirementsInWords } from "./rules.ts";

test("X-04 the provider's requirements are shown as texts, each once, unknown ones too", () => {
  expect(requirementsInWords([])).toEqual([]);
  expect(
    requirementsInWords(["individual.verification.document", "individual.verification.additional_document"]),
  ).toEqual(["A document that proves who you are"]);
  expect(
    requirementsInWords(["external_account", "individual.dob.day", "individual.dob.month", "something.new"]),
  ).toEqual(["The bank account that we pay into", "Your date of birth", "More details about you"]);
});
