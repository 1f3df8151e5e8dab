import { TextInput } from "@mantine/core";
import { type OwnProfile, readOwnProfile, saveAdvisorProfile } from "@plumbline/contract/profiles/contract.ts";
import {
  AdditionalInformationForm,
  AdvisorProfileForm,
  KeyInformationForm,
} from "@plumbline/contract/profiles/forms.ts";
import { call } from "../../call.ts";
import { titled } from "../../titled.ts";
import { Page } from "../../ui/page.tsx";
import { useSchemaForm } from "../../ui/use-schema-form.ts";
import type { Route } from "./+types/advisor-edit-profile-page.ts";
import { AdditionalInformationFields } from "./additional-information-fields.tsx";
import { CompanyFields } from "./company-fields.tsx";
import { useEmailChange } from "./email-change.ts";
import { KeyInformationFields } from "./key-information-fields.tsx";
import { type AdvisorLists, useAdvisorLists } from "./lists.ts";
import { ManagePassword } from "./manage-password.tsx";
import { PersonFields } from "./person-fields.tsx";
import { PhotoField } from "./photo-field.tsx";
import { SectionForm } from "./section-form.tsx";
import { Sections } from "./sections.tsx";
import { useSaving } from "./use-saving.ts";
import { additionalValues, companySaved, companyValues, keyValues, personValues, profileSaved } from "./values.ts";

export const meta = () => titled("Edit profile");

export function clientLoader() {
  return call(readOwnProfile, { params: { role: "advisors" } });
}

type Part = { own: OwnProfile; lists: AdvisorLists; save: ReturnType<typeof useSaving>["save"] };

/** Row P-05: four sections, each saved separately. */
export default function AdvisorEditProfilePage({ loaderData }: Route.ComponentProps) {
  const { own, setOwn, save } = useSaving("advisor", loaderData);
  const lists = useAdvisorLists();
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

function ProfileSection({ own, lists, save, onPhoto }: Part & { onPhoto: (photo: string) => void }) {
  const loaded = { ...personValues(own), ...companyValues(own) };
  const form = useSchemaForm(AdvisorProfileForm, {
    initialValues: loaded,
    draft: "edited-profile",
    serverNames: { "advisor_company.address_1": "address", "advisor_company.address_2": "address" },
    onSubmit: async (_values, { name, email, current_password, phone_number, position_or_title, ...company }) => {
      const person = { name, email, current_password, phone_number, position_or_title };
      await save((version) =>
        call(saveAdvisorProfile, {
          body: {
            advisor_profile: { version, ...profileSaved(person, loaded) },
            advisor_company: companySaved(company),
          },
        }),
      );
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

function KeySection({ own, lists, save }: Part) {
  const loaded = keyValues(own);
  const form = useSchemaForm(KeyInformationForm, {
    initialValues: loaded,
    draft: "key-information",
    onSubmit: (_values, { fee_per_hour, ...profile }) =>
      save((version) =>
        call(saveAdvisorProfile, {
          body: { advisor_profile: { version, ...profileSaved(profile, loaded), fee_per_hour: fee_per_hour / 100 } },
        }),
      ),
  });
  return (
    <SectionForm form={form}>
      <KeyInformationFields field={form.field} fee={form.values.fee_per_hour} lists={lists} />
    </SectionForm>
  );
}

function AdditionalSection({ own, lists, save }: Part) {
  const loaded = { ...additionalValues(own), linkedin_profile_url: own.profile.linkedin_profile_url ?? "" };
  const form = useSchemaForm(AdditionalInformationForm, {
    initialValues: loaded,
    draft: "additional-information",
    onSubmit: (_values, profile) =>
      save((version) =>
        call(saveAdvisorProfile, { body: { advisor_profile: { version, ...profileSaved(profile, loaded) } } }),
      ),
  });
  return (
    <SectionForm form={form}>
      <AdditionalInformationFields field={form.field} lists={lists} />
      <TextInput label="LinkedIn (optional)" inputMode="url" {...form.field("linkedin_profile_url")} />
    </SectionForm>
  );
}
