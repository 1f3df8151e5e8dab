import { type OwnProfile, readOwnProfile, saveCustomerProfile } from "@plumbline/contract/profiles/contract.ts";
import { changedFields, joinAddress } from "@plumbline/contract/profiles/rules.ts";
import { call } from "../../call.ts";
import { titled } from "../../titled.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { onDemand } from "../../ui/on-demand.ts";
import { Page } from "../../ui/page.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { useSchemaForm } from "../../ui/use-schema-form.ts";
import type { Route } from "./+types/customer-profile-page.ts";
import { CompanyFields } from "./company-fields.tsx";
import { useEmailChange } from "./email-change.ts";
import { useCustomerLists } from "./lists.ts";
import { PersonFields } from "./person-fields.tsx";
import { SectionForm } from "./section-form.tsx";
import { Sections } from "./sections.tsx";
import { useSaving } from "./use-saving.ts";
import { companySaved, personValues } from "./values.ts";

const rules = async () => (await import("@plumbline/contract/profiles/forms.ts")).CustomerProfileForm;

const ManagePassword = onDemand(() => import("./manage-password.tsx"));

export const meta = () => titled("Your account");

export function clientLoader() {
  return call(readOwnProfile, { params: { role: "customers" } });
}

/** Row P-06: two sections, each saved separately. */
export default function CustomerProfilePage({ loaderData }: Route.ComponentProps) {
  const { own, save } = useSaving("customer", loaderData);
  return (
    <Page
      title="Your account"
      sentence="Who you are to advisors, and how you sign in."
      action={
        <ButtonLink variant="line" to="/notifications/preferences">
          Notifications
        </ButtonLink>
      }
    >
      <Sections
        label="Your account"
        sections={[
          { key: "profile", title: "Profile", content: <ProfileSection own={own} save={save} /> },
          { key: "password", title: "Manage Password", content: <ManagePassword who="customer" /> },
        ]}
      />
    </Page>
  );
}

function ProfileSection({ own, save }: { own: OwnProfile; save: ReturnType<typeof useSaving>["save"] }) {
  const lists = useCustomerLists(own);
  const { profile, company } = own;
  const loaded = {
    ...personValues(own),
    company_name: company.company_name ?? "",
    job_title_id: profile.job_title?.id ?? null,
    country_id: company.country?.id ?? null,
    city_id: company.city?.id ?? null,
    address: joinAddress(company.address_1, company.address_2),
    postcode: company.postcode ?? "",
    newsletter_subscribed: profile.newsletter_subscribed,
  };
  const form = useSchemaForm(rules, {
    initialValues: loaded,
    draft: "edited-profile",
    serverNames: { "customer_company.address_1": "address", "customer_company.address_2": "address" },
    onSubmit: async (
      _values,
      { name, email, current_password, otp, phone_number, newsletter_subscribed, job_title_id, ...company },
    ) => {
      const person = { name, email, current_password, otp, phone_number, newsletter_subscribed, job_title_id };
      await save((version) =>
        call(saveCustomerProfile, {
          body: {
            customer_profile: { version, ...changedFields(person, loaded) },
            customer_company: companySaved(company),
          },
        }),
      ).catch(emailChange.refused);
      emailChange.saved(email);
    },
  });
  const emailChange = useEmailChange(own.email, form);
  return (
    <SectionForm form={form}>
      <PersonFields field={form.field} change={emailChange.change} />
      <CompanyFields
        form={{ field: form.field, values: form.values, setPlace: (place) => form.setValues(place) }}
        lists={lists}
        position={
          <SelectField label="Position" from={lists} pick={(data) => data.job_titles} {...form.field("job_title_id")} />
        }
      />
      <Checkbox label="Send me the newsletter" {...form.field("newsletter_subscribed", { type: "checkbox" })} />
    </SectionForm>
  );
}
