import { TextInput } from "@mantine/core";
import { readPayoutAccount } from "@plumbline/contract/payouts/contract.ts";
import { product } from "@plumbline/contract/product.ts";
import { readOwnProfile, saveAdvisorProfile } from "@plumbline/contract/profiles/contract.ts";
import { changedFields } from "@plumbline/contract/profiles/rules.ts";
import { lazy, Suspense, useState } from "react";
import { Link, redirect, useSearchParams } from "react-router";
import { call } from "../../call.ts";
import { payoutRefused } from "../../payout-return.ts";
import { currentSession, updateSession } from "../../session.ts";
import { titled } from "../../titled.ts";
import { Banner } from "../../ui/banner.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { onDemand } from "../../ui/on-demand.ts";
import { Page } from "../../ui/page.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { completeAll, useSchemaForm } from "../../ui/use-schema-form.ts";
import type { Route } from "./+types/advisor-create-profile-page.ts";
import { AdditionalInformationFields } from "./additional-information-fields.tsx";
import { CompanyFields } from "./company-fields.tsx";
import { KeyInformationFields } from "./key-information-fields.tsx";
import { useAdvisorLists } from "./lists.ts";
import { PhotoField } from "./photo-field.tsx";
import classes from "./profiles.module.css";
import { additionalValues, companySaved, companyValues, keyValues } from "./values.ts";

// What is left to do once the profile is saved.
const AlmostThere = onDemand(async () => ({ default: (await import("./almost-there.tsx")).AlmostThere }));
const SetUpStripe = lazy(async () => ({ default: (await import("./almost-there.tsx")).SetUpStripe }));
const PayoutNeeds = lazy(async () => ({ default: (await import("./payout-needs.tsx")).PayoutNeeds }));

const rules = async () => (await import("@plumbline/contract/profiles/forms.ts")).AdvisorCreateForm;

export const meta = () => titled("Create your profile");

/** Row O-12: an advisor with both, profile and payout account, is redirected home. */
export async function clientLoader() {
  const own = await call(readOwnProfile, { params: { role: "advisors" } });
  updateSession({ profileSetup: own.profile_setup, stripeSetup: own.stripe_setup });
  const waiting = currentSession()?.stripeCode;
  if (own.profile_setup && (own.stripe_setup || waiting)) throw redirect("/advisor-home");
  return { own, account: await call(readPayoutAccount, {}) };
}

/** Rows O-08 to O-12: one long form, then the payout account. */
export default function AdvisorCreateProfilePage({ loaderData: { own, account } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const refused = search.has(payoutRefused);
  const lists = useAdvisorLists(own);
  const [photo, setPhoto] = useState(own.profile.photo);
  const [saved, setSaved] = useState(own.profile_setup);
  const [asking, setAsking] = useState(false);
  const form = useSchemaForm(rules, {
    initialValues: { ...keyValues(own), ...companyValues(own), ...additionalValues(own), terms: false },
    draft: "profile",
    incomplete: completeAll,
    serverNames: { "advisor_company.address_1": "address", "advisor_company.address_2": "address" },
    onSubmit: async (_values, read) => {
      const { terms: _, company_name, country_id, city_id, address, postcode, fee_per_hour, ...profile } = read;
      const answer = await call(saveAdvisorProfile, {
        body: {
          advisor_profile: { ...changedFields(profile, {}), fee_per_hour: fee_per_hour / 100 },
          advisor_company: companySaved({ company_name, country_id, city_id, address, postcode }),
        },
      });
      updateSession({ profileSetup: answer.profile_setup, stripeSetup: answer.stripe_setup });
      setSaved(true);
      setAsking(true);
    },
  });
  return (
    <Page
      title="Create your profile"
      sentence="This is what business members read, and what they are matched by. What you type is kept in this browser until you save it."
      width="form"
    >
      {saved && account && (
        <Suspense>
          <PayoutNeeds account={account} />
        </Suspense>
      )}
      {saved && !account && (
        <Banner
          title={refused ? "You did not connect a Stripe account." : "Your profile is saved. One step is left."}
          tone="wait"
          action={
            <Suspense>
              <SetUpStripe />
            </Suspense>
          }
        >
          {refused
            ? "Nothing has changed, and you can try again at any time. "
            : "Connect a payout account, so that you can be paid and appear in matches. "}
          The rest of {product} opens once it is connected.
        </Banner>
      )}
      <Form {...form.props}>
        <fieldset className={classes.set}>
          <legend>Who you are</legend>
          <PhotoField name={own.profile.name} photo={photo} onPhoto={setPhoto} />
          <CompanyFields
            form={{ field: form.field, values: form.values, setPlace: (place) => form.setValues(place) }}
            lists={lists}
            position={
              <TextInput label="Position" autoComplete="organization-title" {...form.field("position_or_title")} />
            }
          />
        </fieldset>
        <fieldset className={classes.set}>
          <legend>What you do</legend>
          <KeyInformationFields field={form.field} fee={form.values.fee_per_hour} lists={lists} />
        </fieldset>
        <fieldset className={classes.set}>
          <legend>How you work</legend>
          <AdditionalInformationFields field={form.field} lists={lists} />
        </fieldset>
        <Checkbox
          label={
            <>
              I have read and agree to {product}'s{" "}
              <Link to="/terms-and-conditions" target="_blank">
                Terms &amp; Conditions
              </Link>
            </>
          }
          {...form.field("terms", { type: "checkbox" })}
        />
        <FailureNotice failure={form.failure} />
        <FormActions>
          <SubmitButton busy={form.busy} busyText="Saving…">
            Save profile
          </SubmitButton>
        </FormActions>
      </Form>
      <Suspense>
        <AlmostThere opened={asking} onClose={() => setAsking(false)} />
      </Suspense>
    </Page>
  );
}
