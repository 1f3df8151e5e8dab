import { type PublicPrices, pricesInWords } from "@plumbline/contract/membership/rules.ts";
import { formatWholePounds } from "@plumbline/contract/money.ts";
import { pricesContext } from "../../context.ts";
import { titled } from "../../titled.ts";
import { PlainCity, PlainField, PlainSelect, plainForm } from "../../ui/plain-form.tsx";
import type { Route } from "./+types/apply-business-member-page.ts";
import { ApplicationForm, FieldGroup } from "./application-form.tsx";
import classes from "./apply.module.css";
import { PersonFields } from "./person-fields.tsx";

export const loader = ({ context }: Route.LoaderArgs) => context.get(pricesContext)();

export const meta = ({ loaderData }: Route.MetaArgs) =>
  titled(
    "Apply to Join Now",
    `Apply as a business member: matched advisors${loaderData ? ` for ${pricesInWords(loaderData)}` : ""}.`,
  );

const form = plainForm("applyAsCustomer");

const introOf = ({ month, year }: PublicPrices) => (
  <>
    <p>
      Members meet advisors who have done what they are trying to do: eight matches at a time, each with the reasons
      why. You pay for the membership once you are approved, and for advice only when an invoice is yours to pay.
    </p>
    <div className={classes.prices}>
      <div>
        <strong>{formatWholePounds(month)}</strong>Per Month
      </div>
      <div>
        <strong>{formatWholePounds(year).replace(",", "")}</strong>Per Annum
      </div>
    </div>
  </>
);

/** Rows A-02, A-04, A-05, A-24. The wire names are in contract/public-forms.ts (row A-09). */
export default function ApplyBusinessMemberPage({ loaderData }: Route.ComponentProps) {
  return (
    <ApplicationForm
      form={form}
      title="Apply to Join Now"
      sentence="Tell us about you and your company. It takes about ten minutes, and a person reads it."
      intro={introOf(loaderData)}
      signIn="/sign-in/customer"
    >
      <FieldGroup legend="About you">
        <PersonFields field={form.field} />
        <PlainSelect label="Job Title" {...form.field("job_title_id")} />
      </FieldGroup>
      <FieldGroup legend="About your company">
        <PlainField label="Company Name" autoComplete="organization" {...form.field("company_name")} />
        <PlainSelect label="Country" half {...form.field("country_id")} />
        <PlainCity label="HQ City" half {...form.field("city_id")} />
        <PlainSelect label="Industry" {...form.field("industry_id")} />
        <PlainSelect label="Company Employees" {...form.field("company_size_id")} />
        <PlainSelect label="Investment Raised or Annual Revenue" {...form.field("investment_or_revenue_id")} />
        <PlainSelect label="Annual Revenue" {...form.field("annual_revenue_id")} />
      </FieldGroup>
    </ApplicationForm>
  );
}
