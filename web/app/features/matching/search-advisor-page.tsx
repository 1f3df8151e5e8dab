import { currentPreference, updatePreference } from "@plumbline/contract/matching/contract.ts";
import { customerDatatables } from "@plumbline/contract/reference/contract.ts";
import { call } from "../../call.ts";
import { titled } from "../../titled.ts";
import { FailureNotice } from "../../ui/failure.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { Page } from "../../ui/page.tsx";
import { MultiSelectField, SelectField } from "../../ui/select-field.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { useLeadOn } from "../../ui/use-lead-on.ts";
import { useLoaded } from "../../ui/use-loaded.ts";
import { useSchemaForm } from "../../ui/use-schema-form.ts";
import { withOwn } from "../reference/with-own.ts";
import type { Route } from "./+types/search-advisor-page.ts";

const rules = async () => (await import("./forms.ts")).PreferenceForm;

export const meta = () => titled("New matching parameters");

/** Without a loaded preference the form is empty and usable (row W-08). */
export async function clientLoader() {
  const preference = await call(currentPreference, {}).catch(() => null);
  const { expertise_areas = [], industry = null, company_size: size = null } = preference ?? {};
  return {
    wanted: {
      expertise_area_ids: expertise_areas.map(({ id }) => id),
      industry_id: industry?.id ?? null,
      company_size_id: size?.id ?? null,
    },
    own: { expertise_areas, industries: [industry], company_sizes: [size] },
  };
}

/** Rows S-01 to S-03. */
export default function SearchAdvisorPage({ loaderData: preference }: Route.ComponentProps) {
  const lists = withOwn(
    useLoaded(() => call(customerDatatables, {})),
    preference.own,
  );
  const leadOn = useLeadOn();
  const form = useSchemaForm(rules, {
    initialValues: preference.wanted,
    kept: true,
    onSubmit: async (_values, body) => {
      await call(updatePreference, { body });
      await leadOn("/advisor-list");
    },
  });
  return (
    <Page
      title="New matching parameters"
      sentence="Say what you need help with, and for what kind of business. You get up to eight advisors, each with the reasons why."
      width="form"
    >
      <Form {...form.props}>
        <MultiSelectField
          label="Areas of expertise"
          description="The fewer you choose, the sharper the match."
          from={lists}
          pick={(data) => data.expertise_areas}
          {...form.field("expertise_area_ids")}
        />
        <SelectField
          label="Industry experience"
          from={lists}
          pick={(data) => data.industries}
          {...form.field("industry_id")}
        />
        <SelectField
          label="Business size"
          from={lists}
          pick={(data) => data.company_sizes}
          sorted={false}
          {...form.field("company_size_id")}
        />
        <FailureNotice failure={form.failure} />
        <FormActions>
          <SubmitButton busy={form.busy} busyText="Matching…">
            Match me
          </SubmitButton>
        </FormActions>
      </Form>
    </Page>
  );
}
