import { applyAsCustomer, CustomerApplicationForm } from "@plumbline/contract/accounts/contract.ts";
import { texts } from "@plumbline/contract/accounts/rules.ts";
import { customerDatatables } from "@plumbline/contract/reference/contract.ts";
import { Link } from "react-router";
import { useSession } from "../../session.ts";
import { titled } from "../../titled.ts";
import { Page } from "../../ui/page.tsx";
import { messagesOf, PlainCity, PlainField, PlainSelect, PlainSend } from "../../ui/plain-form.tsx";
import { AlreadySignedIn } from "./already-signed-in.tsx";
import look from "./apply.module.css";
import { PersonFields } from "./person-fields.tsx";
import { ThankYou } from "./thank-you.tsx";
import { VisitorForm } from "./visitor-form.tsx";

export const meta = () =>
  titled("Apply to Join Now", "Apply as a business member: matched advisors for £250 a month or £2,500 a year.");

const missing = messagesOf(CustomerApplicationForm);

/** Rows. The fields are named as they travel (row A-09). */
export default function ApplyBusinessMemberPage() {
  const session = useSession();
  return (
    <>
      <Page
        title="Apply to Join Now"
        sentence="Tell us about you and your company. It takes about ten minutes, and a person reads it."
        width="form"
      >
        {session && <AlreadySignedIn session={session} />}
        <div className={look.intro}>
          <p>
            Members meet advisors who have done what they are trying to do: eight matches at a time, each with the
            reasons why. You pay for the membership once you are approved, and for advice only when an invoice is yours
            to pay.
          </p>
          <div className={look.prices}>
            <div>
              <strong>£250</strong>Per Month
            </div>
            <div>
              <strong>£2500</strong>Per Annum
            </div>
          </div>
        </div>
        <VisitorForm
          call={applyAsCustomer.path}
          incomplete={texts.completeAll}
          data-lists={customerDatatables.path}
          data-thanks="thanks"
        >
          <fieldset disabled={session !== null}>
            <legend>About you</legend>
            <PersonFields who="customer" missing={missing} />
            <PlainSelect
              id="job-title"
              name="customer_profile.job_title_id"
              label="Job Title"
              list="job_titles"
              missing={missing["job_title_id"]}
            />
          </fieldset>
          <fieldset disabled={session !== null}>
            <legend>About your company</legend>
            <PlainField
              id="company-name"
              name="customer_company.company_name"
              label="Company Name"
              autoComplete="organization"
              missing={missing["company_name"]}
            />
            <PlainSelect
              id="country"
              name="customer_company.country_id"
              label="Country"
              list="countries"
              missing={missing["country_id"]}
              half
            />
            <PlainCity
              id="city"
              name="customer_company.city_id"
              label="HQ City"
              of="country"
              missing={missing["city_id"]}
              half
            />
            <PlainSelect
              id="industry"
              name="customer_company.industry_id"
              label="Industry"
              list="industries"
              missing={missing["industry_id"]}
            />
            <PlainSelect
              id="company-size"
              name="customer_company.company_size_id"
              label="Company Employees"
              list="company_sizes"
              sorted={false}
              missing={missing["company_size_id"]}
            />
            <PlainSelect
              id="investment-or-revenue"
              name="customer_profile.investment_or_revenue_id"
              label="Investment Raised or Annual Revenue"
              list="investment_or_revenues"
              missing={missing["investment_or_revenue_id"]}
            />
            <PlainSelect
              id="annual-revenue"
              name="customer_profile.annual_revenue_id"
              label="Annual Revenue"
              list="annual_revenues"
              missing={missing["annual_revenue_id"]}
            />
          </fieldset>
          <PlainSend text="Apply" busy="Sending…" disabled={session !== null} />
          <p>
            Already a member? <Link to="/sign-in/customer">Log in</Link>
          </p>
        </VisitorForm>
      </Page>
      <ThankYou id="thanks" />
    </>
  );
}
