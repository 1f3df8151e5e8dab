import { expect, test } from "vitest";
import { changedFields, feeText, joinAddress, missingProfileFields, type ProfileFacts, splitAddress } from "./rules.ts";

const nothing: ProfileFacts = {
  name: null,
  headLine: null,
  description: null,
  positionOrTitle: null,
  companyName: null,
  countryId: null,
  cityId: null,
  address1: null,
  postcode: null,
  expertiseAreaIds: [],
  industryIds: [],
  companySizeIds: [],
  businessExperienceIds: [],
  seniorityIds: [],
  availabilityIds: [],
  valueSetIds: [],
  advisoryServiceIds: [],
  investmentAimIds: [],
  raisingInvestment: null,
};

test("P-11 an address splits at its first comma only, trimmed, and is shown joined again", () => {
  const split = splitAddress(" 1 High Street , Floor 2, Leeds ");
  expect(split).toEqual({ address_1: "1 High Street", address_2: "Floor 2, Leeds" });
  expect(joinAddress(split.address_1, split.address_2)).toBe("1 High Street, Floor 2, Leeds");
  expect(splitAddress("1 High Street")).toEqual({ address_1: "1 High Street", address_2: "" });
  expect(joinAddress("1 High Street", null)).toBe("1 High Street");
});

test("P-10 a save sends fields with a value, emptied fields and a fee of null", () => {
  const before = { phone_number: "020 7946 0018", head_line: null };
  expect(
    changedFields(
      { name: "A", head_line: "", phone_number: "", fee_per_hour: null, industry_ids: [], raising: false },
      before,
    ),
  ).toEqual({
    name: "A",
    phone_number: "",
    fee_per_hour: null,
    raising: false,
  });
});

test("O-07 a customer's profile is set up when every question is answered, no to raising investment included", () => {
  const answered = {
    ...nothing,
    advisoryServiceIds: [1],
    expertiseAreaIds: [2],
    investmentAimIds: [3],
    availabilityIds: [4],
  };
  expect(missingProfileFields("customer", answered)).toEqual(["raisingInvestment"]);
  expect(missingProfileFields("customer", { ...answered, raisingInvestment: false })).toEqual([]);
});

test("O-12 a new advisor's profile lacks every required field, and the fee is not one of them", () => {
  expect(missingProfileFields("advisor", nothing)).toHaveLength(16);
  expect(missingProfileFields("advisor", nothing)).not.toContain("feePence");
});

test("P-13 a fee is shown as pounds a day, with pence only where there are any", () => {
  expect([feeText(1100), feeText(950.5), feeText(0), feeText(null)]).toEqual([
    "£1,100 a day",
    "£950.50 a day",
    "£0 a day",
    "Fee on request",
  ]);
});
