import { publicForms } from "@plumbline/contract/public-forms.ts";
import { expect, it } from "vitest";
import { refusalOf } from "./refusal.ts";

const names = ["first_name", "last_name", "email"];
const answers = names.map((name) => ({ id: name.replaceAll("_", "-"), name, type: "text", value: "" }));
const { applyAsCustomer, contact, signIn } = publicForms;
const status = (code: number, statusText = "") => ({ status: code, statusText });

it("A-24 the server's errors are shown at the first field of their wire name, others for the whole form", () => {
  const errors = { "customer_profile.name": ["is too long"], base: ["Please try again."] };
  const { complaints, text } = refusalOf(applyAsCustomer, answers, status(422), errors);
  expect([Object.fromEntries(complaints), text]).toEqual([{ "first-name": "is too long" }, "Please try again."]);
  expect(refusalOf(applyAsCustomer, answers, status(422), { "customer.email": ["no"] }).text).toBe(
    "Please complete all required fields.",
  );
});

it.each([
  ["the sign-in's own words with their status", signIn, 401, { status_code: 401, message: "Wrong." }, "401 Wrong."],
  ["a failure with its status", signIn, 503, {}, "503 Service Unavailable. Please try again in a few seconds."],
  ["a refusal in words alone", signIn, 429, { base: ["Please wait."] }, "Please wait."],
  ["any other form's own words", contact, 500, {}, contact.failed],
])("W-03 %s", (_what, form, code, errors, text) => {
  expect(refusalOf(form, [], status(code, "Service Unavailable"), errors).text).toBe(text);
});
