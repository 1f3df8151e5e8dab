import { saveAdvisorProfile } from "@plumbline/contract/profiles/contract.ts";
import { changedFields } from "@plumbline/contract/profiles/rules.ts";
import { call } from "../../call.ts";
import { useSchemaForm } from "../../ui/use-schema-form.ts";
import { KeyInformationFields } from "./key-information-fields.tsx";
import { SectionForm } from "./section-form.tsx";
import type { AdvisorPart } from "./use-saving.ts";
import { keyValues } from "./values.ts";

const rules = async () => (await import("@plumbline/contract/profiles/forms.ts")).KeyInformationForm;

/** What an advisor is matched by. */
export default function KeySection({ own, lists, save }: AdvisorPart) {
  const loaded = keyValues(own);
  const form = useSchemaForm(rules, {
    initialValues: loaded,
    draft: "key-information",
    onSubmit: (_values, { fee_per_hour, ...profile }) =>
      save((version) =>
        call(saveAdvisorProfile, {
          body: { advisor_profile: { version, ...changedFields(profile, loaded), fee_per_hour: fee_per_hour / 100 } },
        }),
      ),
  });
  return (
    <SectionForm form={form}>
      <KeyInformationFields field={form.field} fee={form.values.fee_per_hour} lists={lists} />
    </SectionForm>
  );
}
