import { product } from "@plumbline/contract/product.ts";
import { saveCustomerProfile } from "@plumbline/contract/profiles/contract.ts";
import { customerDatatables } from "@plumbline/contract/reference/contract.ts";
import { call } from "../../call.ts";
import { updateSession } from "../../session.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { RadioCards } from "../../ui/radio-cards.tsx";
import { MultiSelectField } from "../../ui/select-field.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { useLoaded } from "../../ui/use-loaded.ts";
import { completeAll, useSchemaForm } from "../../ui/use-schema-form.ts";

const rules = async () => (await import("./forms.ts")).OnboardingForm;

type Answers = {
  advisory_service_ids: number[];
  expertise_area_ids: number[];
  investment_aim_ids: number[];
  availability_ids: number[];
  raising_investment: string | null;
  newsletter_subscribed: boolean;
};

const nothing: Answers = {
  advisory_service_ids: [],
  expertise_area_ids: [],
  investment_aim_ids: [],
  availability_ids: [],
  raising_investment: null,
  newsletter_subscribed: false,
};

/** Step 2 of the onboarding (rows O-06 and O-07): what the business looks for. */
export function QuestionsStep({ onSaved }: { onSaved: () => void }) {
  const lists = useLoaded(() => call(customerDatatables, {}));
  const form = useSchemaForm(rules, {
    initialValues: nothing,
    draft: "questions",
    incomplete: completeAll,
    onSubmit: async (_values, answers) => {
      const own = await call(saveCustomerProfile, { body: answers });
      updateSession({ profileSetup: own.profile_setup, stripeSetup: own.stripe_setup });
      onSaved();
    },
  });
  return (
    <Form {...form.props}>
      <MultiSelectField
        label="Which services are you interested in?"
        from={lists}
        pick={(data) => data.advisory_services}
        {...form.field("advisory_service_ids")}
      />
      <MultiSelectField
        label="In which areas do you need expertise?"
        from={lists}
        pick={(data) => data.expertise_areas}
        {...form.field("expertise_area_ids")}
      />
      <MultiSelectField
        label="What are you aiming for?"
        from={lists}
        pick={(data) => data.investment_aims}
        {...form.field("investment_aim_ids")}
      />
      <MultiSelectField
        label="How much of an advisor's time do you have in mind?"
        from={lists}
        pick={(data) => data.availabilities}
        {...form.field("availability_ids")}
      />
      <RadioCards
        label="Are you raising investment in the next 6-18 months?"
        cards={[
          { value: "yes", title: "Yes" },
          { value: "no", title: "No" },
        ]}
        {...form.field("raising_investment")}
      />
      <Checkbox
        label={`Send me ${product}'s newsletter`}
        {...form.field("newsletter_subscribed", { type: "checkbox" })}
      />
      <FailureNotice failure={form.failure} />
      <FormActions>
        <SubmitButton busy={form.busy} busyText="Saving…">
          Finish
        </SubmitButton>
      </FormActions>
    </Form>
  );
}
