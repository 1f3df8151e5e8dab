import { publicForms } from "@plumbline/contract/public-forms.ts";
import { expect, it } from "vitest";
import { errorsOf, type FieldState, requestBodyOf } from "./answers.ts";

const answer = (name: string, value: string, more: Partial<FieldState> = {}): FieldState => ({
  id: more.id ?? name.replaceAll("_", "-"),
  name,
  type: "text",
  value,
  ...more,
});

it("A-09 a business member's input is sent under its wire names: names joined, choices as ids", () => {
  const body = requestBodyOf(publicForms.applyAsCustomer, [
    answer("first_name", " Priya "),
    answer("last_name", "Raman"),
    answer("email", "priya@tallow.test"),
    answer("country_id", "44"),
    answer("city_id", "London", { chosen: "7" }),
    answer("industry_id", "3", { disabled: true }),
  ]);
  expect(body).toEqual({
    customer_profile: { name: "Priya Raman" },
    customer: { email: "priya@tallow.test" },
    customer_company: { country_id: 44, city_id: 7 },
  });
});

it("A-10 the recommended advisors are sent as a list, and of radio buttons only the checked one", () => {
  const body = requestBodyOf(publicForms.applyAsAdvisor, [
    answer("based_in_uk", "true", { type: "radio" }),
    answer("based_in_uk", "false", { type: "radio", checked: true }),
    ...["Ada", "Grace", ""].map((name, at) => answer("referred_advisors", name, { id: `advisor-${at}` })),
  ]);
  expect(body).toEqual({ advisor_profile: { based_in_uk: "false", referred_advisors: ["Ada", "Grace", ""] } });
});

it("A-16 A-24 a missing field or invalid address is reported at its field, once for a group of radio buttons", () => {
  const complaints = errorsOf(publicForms.applyAsAdvisor, [
    answer("first_name", "   "),
    answer("email", "ada"),
    answer("based_in_uk", "true", { id: "based-in-uk", type: "radio" }),
    answer("based_in_uk", "false", { id: "based-in-uk-false", type: "radio" }),
    answer("origin", ""),
    answer("advisory_experience", "Twenty years"),
  ]);
  expect(Object.fromEntries(complaints)).toEqual({
    "first-name": "Please enter First Name",
    email: "Please enter valid E-mail.",
    "based-in-uk": "Please select Location",
  });
});

it("A-14 a password of spaces counts as a password, an empty one as missing", () => {
  const password = (value: string) => [answer("password", value, { type: "password", verbatim: true })];
  expect(errorsOf(publicForms.signIn, password("  ")).size).toBe(0);
  expect([...errorsOf(publicForms.signIn, password("")).values()]).toEqual(["Please enter your password"]);
});

it("A-09 a city that is typed but not chosen is missing", () => {
  const city = (chosen: string) => errorsOf(publicForms.applyAsCustomer, [answer("city_id", "Lond", { chosen })]);
  expect([city("").size, city("7").size]).toEqual([1, 0]);
});
