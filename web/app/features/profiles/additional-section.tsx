import { TextInput } from "@mantine/core";
import { saveAdvisorProfile } from "@plumbline/contract/profiles/contract.ts";
import { changedFields } from "@plumbline/contract/profiles/rules.ts";
import { call } from "../../call.ts";
import { useSchemaForm } from "../../ui/use-schema-form.ts";
import { AdditionalInformationFields } from "./additional-information-fields.tsx";
import { SectionForm } from "./section-form.tsx";
import type { AdvisorPart } from "./use-saving.ts";
import { additionalValues } from "./values.ts";

const rules = async () => (await import("@plumbline/contract/profiles/forms.ts")).AdditionalInformationForm;

/** An advisor's availability, values and newsletter. */
export default function AdditionalSection({ own, lists, save }: AdvisorPart) {
  const loaded = { ...additionalValues(own), linkedin_profile_url: own.profile.linkedin_profile_url ?? "" };
  const form = useSchemaForm(rules, {
    initialValues: loaded,
    draft: "additional-information",
    onSubmit: (_values, profile) =>
      save((version) =>
        call(saveAdvisorProfile, { body: { advisor_profile: { version, ...changedFields(profile, loaded) } } }),
      ),
  });
  return (
    <SectionForm form={form}>
      <AdditionalInformationFields field={form.field} lists={lists} />
      <TextInput label="LinkedIn (optional)" inputMode="url" {...form.field("linkedin_profile_url")} />
    </SectionForm>
  );
}
