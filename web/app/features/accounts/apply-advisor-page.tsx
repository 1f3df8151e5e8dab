import { product } from "@plumbline/contract/product.ts";
import { termsContext } from "../../context.ts";
import { titled } from "../../titled.ts";
import { PlainChoice, PlainField, PlainSelect, PlainTextarea, plainForm } from "../../ui/plain-form.tsx";
import type { Route } from "./+types/apply-advisor-page.ts";
import { ApplicationForm, FieldGroup } from "./application-form.tsx";
import { PersonFields } from "./person-fields.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const { commission_percent: kept, published_commission_percent: most } = await context.get(termsContext)();
  return { kept, most };
}

export const meta = () =>
  titled("Apply as an Advisor", "Apply as an advisor to scaling UK businesses. There is no joining fee.");

const form = plainForm("applyAsAdvisor");

const introOf = ({ kept, most }: { kept: number; most: number }) => (
  <>
    <div>
      <h2>How it works</h2>
      <p>
        A person reads your application and you hear from us within a week or two. Once approved you build a profile,
        connect a payout account and appear in the matches of business members you fit. You propose engagements, run
        them and invoice through {product}.
      </p>
    </div>
    <div>
      <h2>Pricing</h2>
      <p>
        There is no joining fee. {most}% of your revenue on project-basis engagements is the most we may keep; invoices
        sent through {product} are charged {kept}%, so {100 - kept}% of every invoice is yours.
      </p>
    </div>
  </>
);

/** Rows. The wire names are in contract/public-forms.ts (row A-10). */
export default function ApplyAdvisorPage({ loaderData }: Route.ComponentProps) {
  return (
    <ApplicationForm
      form={form}
      title="Apply as an Advisor"
      sentence="For people who have built, led or funded growing businesses and want to help others do it."
      intro={introOf(loaderData)}
      signIn="/sign-in/advisor"
    >
      <FieldGroup legend="About you">
        <PersonFields field={form.field} />
        <PlainField
          label="LinkedIn"
          placeholder="linkedin.com/in/your-name"
          inputMode="url"
          maxLength={300}
          {...form.field("linkedin_profile_url")}
        />
        <PlainChoice
          label="Are you based in the UK?"
          options={{ true: "Yes", false: "No" }}
          {...form.field("based_in_uk")}
        />
      </FieldGroup>
      <FieldGroup legend="Your experience">
        <PlainSelect label="What describes you best?" {...form.field("classification_type_id")} />
        <PlainTextarea
          label="Previous experience"
          placeholder="What have you built, led or advised on?"
          {...form.field("advisory_experience")}
        />
        <PlainField label="How did you hear of us? (optional)" maxLength={500} {...form.field("origin")} />
      </FieldGroup>
      <FieldGroup legend="Three other advisors you would recommend">
        {[1, 2, 3].map((at) => (
          <PlainField
            key={at}
            label={`Name of advisor ${at}`}
            {...form.field("referred_advisors")}
            id={`advisor-${at}`}
          />
        ))}
      </FieldGroup>
    </ApplicationForm>
  );
}
