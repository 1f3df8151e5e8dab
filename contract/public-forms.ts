import { formTexts } from "./accounts/rules.ts";
import { emailMessage } from "./email-address.ts";
import { unreachable } from "./product.ts";
import { supportTexts } from "./support/rules.ts";

/*
 * The forms of the public pages as plain data. The schemas take their messages and paths from here, and the script of the
 * public pages validates and submits with it, so that it needs no schema library.
 */

/** One field, under its name in the schema. */
export type PublicField = {
  /** Its name in the request where that differs: dots make nested objects, and fields with the same name are joined by a space. */
  wire?: string;
  /** The error when the field is empty; a field without it is optional. */
  missing?: string;
  /** Must look like an e-mail address. */
  email?: true;
  /** A choice from this list of the reference data, sent as an id. */
  list?: string;
  /** The list keeps its own order instead of being sorted by name (row D-04). */
  ordered?: true;
  /** A choice of the cities of the country selected in this other field, sent as an id. */
  citiesOf?: string;
  /** All fields of this name are sent as one list. */
  many?: true;
};

export type PublicForm = {
  /** The endpoint that receives the form as JSON. */
  path: `/${string}`;
  /** The endpoint that its lists are loaded from. */
  lists?: `/${string}`;
  /** Shown below the form when a field is missing or wrong. */
  incomplete?: string;
  /** Shown when the request failed; a form without it shows nothing then (row F-03). */
  failed?: string;
  /** Responses of 401, 404 and above 499 are shown with their status (row W-03). */
  saysStatus?: true;
  fields: Readonly<Record<string, PublicField>>;
};

const person = {
  first_name: { missing: "Please enter First Name" },
  last_name: { missing: "Please enter Last Name" },
  email: { missing: "Please enter Email Address", email: true },
} as const;

export const publicForms = {
  contact: {
    path: "/api/contactus",
    incomplete: supportTexts.incomplete,
    failed: "Your message has not been sent. Please try again in a moment; nothing you wrote is lost.",
    fields: {
      firstname: { missing: supportTexts.firstName },
      lastname: { missing: supportTexts.lastName },
      email: { missing: supportTexts.email, email: true },
      message: { missing: supportTexts.message },
    },
  },
  /** In the footer of every page; the browser's own validation messages are enough there. */
  footerNewsletter: { path: "/api/subscribe", fields: {} },
  newsletter: {
    path: "/api/subscribe",
    failed: "That did not go through. Please try again in a moment.",
    fields: {
      name: { missing: supportTexts.name },
      email: { missing: supportTexts.email, email: true },
    },
  },
  signIn: {
    path: "/oauth/token",
    failed: unreachable,
    saysStatus: true,
    fields: {
      email: { missing: emailMessage, email: true },
      password: { missing: formTexts.enterPassword },
      /** Asked for after the password, of accounts with two-step sign-in; until then the field is disabled. */
      otp: {},
    },
  },
  applyAsCustomer: {
    path: "/api/customers",
    lists: "/api/data/get_customer_datatables",
    incomplete: formTexts.completeAll,
    failed: unreachable,
    saysStatus: true,
    fields: {
      first_name: { ...person.first_name, wire: "customer_profile.name" },
      last_name: { ...person.last_name, wire: "customer_profile.name" },
      email: { ...person.email, wire: "customer.email" },
      job_title_id: { wire: "customer_profile.job_title_id", list: "job_titles", missing: "Please select Job Title" },
      company_name: { wire: "customer_company.company_name", missing: "Please enter Company Name" },
      country_id: { wire: "customer_company.country_id", list: "countries", missing: "Please select Country" },
      city_id: { wire: "customer_company.city_id", citiesOf: "country_id", missing: "Please select HQ City" },
      industry_id: { wire: "customer_company.industry_id", list: "industries", missing: "Please select Industry" },
      company_size_id: {
        wire: "customer_company.company_size_id",
        list: "company_sizes",
        ordered: true,
        missing: "Please select Company Employees",
      },
      investment_or_revenue_id: {
        wire: "customer_profile.investment_or_revenue_id",
        list: "investment_or_revenues",
        missing: "Please select Investment Raised or Annual Revenue",
      },
      annual_revenue_id: {
        wire: "customer_profile.annual_revenue_id",
        list: "annual_revenues",
        missing: "Please select Annual Revenue",
      },
    },
  },
  applyAsAdvisor: {
    path: "/api/advisors",
    lists: "/api/data/get_advisor_datatables",
    incomplete: formTexts.completeAll,
    failed: unreachable,
    saysStatus: true,
    fields: {
      first_name: { ...person.first_name, wire: "advisor_profile.name" },
      last_name: { ...person.last_name, wire: "advisor_profile.name" },
      email: { ...person.email, wire: "advisor.email" },
      linkedin_profile_url: { wire: "advisor_profile.linkedin_profile_url", missing: "Please enter your LinkedIn" },
      based_in_uk: { wire: "advisor_profile.based_in_uk", missing: "Please select Location" },
      classification_type_id: {
        wire: "advisor_profile.classification_type_id",
        list: "classification_types",
        missing: "Please select Option",
      },
      advisory_experience: {
        wire: "advisor_profile.advisory_experience",
        // "decribe" is the specification's own spelling (decision 37).
        missing: "Please decribe your previous experience",
      },
      origin: { wire: "advisor_profile.origin" },
      referred_advisors: {
        wire: "advisor_profile.referred_advisors",
        many: true,
        missing: "Please state the names",
      },
    },
  },
} as const satisfies Record<string, PublicForm>;

export type PublicFormName = keyof typeof publicForms;
