import { expect, it } from "vitest";
import type { z } from "zod";
import { AdvisorApplicationForm, CustomerApplicationForm, SignInForm } from "./accounts/contract.ts";
import { fieldErrors } from "./fields.ts";
import { type PublicForm, publicForms } from "./public-forms.ts";
import { ContactForm, NewsletterForm } from "./support/contract.ts";

const schemas: [keyof typeof publicForms, z.ZodType, object][] = [
  ["contact", ContactForm, {}],
  ["newsletter", NewsletterForm, {}],
  ["signIn", SignInForm, { email: "" }],
  ["applyAsCustomer", CustomerApplicationForm, {}],
  ["applyAsAdvisor", AdvisorApplicationForm, { referred_advisors: ["", "", ""] }],
];

it.each(schemas)("A-24 the script says of an empty %s form what its schema says", (name, schema, empty) => {
  const { error } = schema.safeParse(empty);
  const { fields }: PublicForm = publicForms[name];
  const missing = Object.entries(fields).flatMap(([field, { missing }]) => (missing ? [[field, [missing]]] : []));
  expect(error && fieldErrors(error)).toEqual(Object.fromEntries(missing));
});
