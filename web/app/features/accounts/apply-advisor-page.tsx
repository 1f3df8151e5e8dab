import { AdvisorApplicationForm, applyAsAdvisor } from "@plumbline/contract/accounts/contract.ts";
import { texts } from "@plumbline/contract/accounts/rules.ts";
import { invoiceFeePercent, publishedFeePercent } from "@plumbline/contract/money.ts";
import { product } from "@plumbline/contract/product.ts";
import { advisorDatatables } from "@plumbline/contract/reference/contract.ts";
import { Link } from "react-router";
import { useSession } from "../../session.ts";
import { titled } from "../../titled.ts";
import { Page } from "../../ui/page.tsx";
import { messagesOf, PlainChoice, PlainField, PlainSelect, PlainSend, PlainTextarea } from "../../ui/plain-form.tsx";
import { AlreadySignedIn } from "./already-signed-in.tsx";
import look from "./apply.module.css";
import { PersonFields } from "./person-fields.tsx";
import { ThankYou } from "./thank-you.tsx";
import { VisitorForm } from "./visitor-form.tsx";

export const meta = () =>
  titled("Apply as an Advisor", "Apply as an advisor to scaling UK businesses. There is no joining fee.");

const missing = messagesOf(AdvisorApplicationForm, { referred_advisors: ["", "", ""] });

/** Rows. The fields are named as they travel (row A-10). */
export default function ApplyAdvisorPage() {
  const session = useSession();
  return (
    <>
      <Page
        title="Apply as an Advisor"
        sentence="For people who have built, led or funded growing businesses and want to help others do it."
        width="form"
      >
        {session && <AlreadySignedIn session={session} />}
        <div className={look.intro}>
          <div>
            <h2>How it works</h2>
            <p>
              A person reads your application and you hear from us within a week or two. Once approved you build a
              profile, connect a payout account and appear in the matches of business members you fit. You propose
              engagements, run them and invoice through {product}.
            </p>
          </div>
          <div>
            <h2>Pricing</h2>
            <p>
              There is no joining fee. {publishedFeePercent}% of your revenue on project-basis engagements is the most
              we may keep; invoices sent through {product} are charged {invoiceFeePercent}%, so{" "}
              {100 - invoiceFeePercent}% of every invoice is yours.
            </p>
          </div>
        </div>
        <VisitorForm
          call={applyAsAdvisor.path}
          incomplete={texts.completeAll}
          data-lists={advisorDatatables.path}
          data-thanks="thanks"
        >
          <fieldset disabled={session !== null}>
            <legend>About you</legend>
            <PersonFields who="advisor" missing={missing} />
            <PlainField
              id="linkedin"
              name="advisor_profile.linkedin_profile_url"
              label="LinkedIn"
              placeholder="linkedin.com/in/your-name"
              inputMode="url"
              maxLength={300}
              missing={missing["linkedin_profile_url"]}
            />
            <PlainChoice
              id="based-in-uk"
              name="advisor_profile.based_in_uk"
              label="Are you based in the UK?"
              options={{ true: "Yes", false: "No" }}
              missing={missing["based_in_uk"]}
            />
          </fieldset>
          <fieldset disabled={session !== null}>
            <legend>Your experience</legend>
            <PlainSelect
              id="classification"
              name="advisor_profile.classification_type_id"
              label="What describes you best?"
              list="classification_types"
              missing={missing["classification_type_id"]}
            />
            <PlainTextarea
              id="experience"
              name="advisor_profile.advisory_experience"
              label="Previous experience"
              placeholder="What have you built, led or advised on?"
              missing={missing["advisory_experience"]}
            />
            <PlainField
              id="origin"
              name="advisor_profile.origin"
              label="How did you hear of us? (optional)"
              maxLength={500}
            />
          </fieldset>
          <fieldset disabled={session !== null}>
            <legend>Three other advisors you would recommend</legend>
            {[1, 2, 3].map((at) => (
              <PlainField
                key={at}
                id={`advisor-${at}`}
                name="advisor_profile.referred_advisors"
                label={`Name of advisor ${at}`}
                data-many
                missing={missing["referred_advisors"]}
              />
            ))}
          </fieldset>
          <PlainSend text="Apply" busy="Sending…" disabled={session !== null} />
          <p>
            Already a member? <Link to="/sign-in/advisor">Log in</Link>
          </p>
        </VisitorForm>
      </Page>
      <ThankYou id="thanks" />
    </>
  );
}
