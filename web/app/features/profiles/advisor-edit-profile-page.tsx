import { TextInput } from "@mantine/core";
import { readOwnProfile, saveAdvisorProfile } from "@plumbline/contract/profiles/contract.ts";
import { changedFields } from "@plumbline/contract/profiles/rules.ts";
import { call } from "../../call.ts";
import { titled } from "../../titled.ts";
import { onDemand } from "../../ui/on-demand.ts";
import { Page } from "../../ui/page.tsx";
import { useSchemaForm } from "../../ui/use-schema-form.ts";
import type { Route } from "./+types/advisor-edit-profile-page.ts";
import { CompanyFields } from "./company-fields.tsx";
import { useEmailChange } from "./email-change.ts";
import { useAdvisorLists } from "./lists.ts";
import { PersonFields } from "./person-fields.tsx";
import { PhotoField } from "./photo-field.tsx";
import { SectionForm } from "./section-form.tsx";
import { Sections } from "./sections.tsx";
import { type AdvisorPart, useSaving } from "./use-saving.ts";
import { companySaved, companyValues, personValues } from "./values.ts";

const advisorProfileRules = async () => (await import("@plumbline/contract/profiles/forms.ts")).AdvisorProfileForm;

export const meta = () => titled("Edit profile");

export function clientLoader() {
  return call(readOwnProfile, { params: { role: "advisors" } });
}

const KeySection = onDemand(() => import("./key-section.tsx"));
const ManagePassword = onDemand(() => import("./manage-password.tsx"));
const AdditionalSection = onDemand(() => import("./additional-section.tsx"));

/** Row P-05: four sections, each saved separately. */
export default function AdvisorEditProfilePage({ loaderData }: Route.ComponentProps) {
  const { own, setOwn, save } = useSaving("advisor", loaderData);
  const lists = useAdvisorLists(own);
  const part = { own, lists, save };
  const onPhoto = (photo: string) => setOwn({ ...own, profile: { ...own.profile, photo } });
  return (
    <Page
      title="Edit profile"
      sentence="What business members read, and what they are matched by."
      back={{ to: "/profile/advisor", text: "Your profile" }}
    >
      <Sections
        label="Your account"
        sections={[
          { key: "profile", title: "Profile", content: <ProfileSection {...part} onPhoto={onPhoto} /> },
          { key: "key-information", title: "Key Information", content: <KeySection {...part} /> },
          { key: "additional-information", title: "Additional Information", content: <AdditionalSection {...part} /> },
          { key: "password", title: "Manage Password", content: <ManagePassword who="advisor" /> },
        ]}
      />
    </Page>
  );
}

function ProfileSection({ own, lists, save, onPhoto }: AdvisorPart & { onPhoto: (photo: string) => void }) {
  const loaded = { ...personValues(own), ...companyValues(own) };
  const form = useSchemaForm(advisorProfileRules, {
    initialValues: loaded,
    draft: "edited-profile",
    serverNames: { "advisor_company.address_1": "address", "advisor_company.address_2": "address" },
    onSubmit: async (_values, { name, email, current_password, otp, phone_number, position_or_title, ...company }) => {
      const person = { name, email, current_password, otp, phone_number, position_or_title };
      await save((version) =>
        call(saveAdvisorProfile, {
          body: {
            advisor_profile: { version, ...changedFields(person, loaded) },
            advisor_company: companySaved(company),
          },
        }),
      ).catch(emailChange.refused);
      emailChange.saved(email);
    },
  });
  const emailChange = useEmailChange(own.email, form);
  return (
    <SectionForm form={form}>
      <PhotoField name={own.profile.name} photo={own.profile.photo} onPhoto={onPhoto} />
      <PersonFields field={form.field} change={emailChange.change} />
      <CompanyFields
        form={{ field: form.field, values: form.values, setPlace: (place) => form.setValues(place) }}
        lists={lists}
        position={<TextInput label="Position" autoComplete="organization-title" {...form.field("position_or_title")} />}
      />
    </SectionForm>
  );
}
