import { Checkbox } from "../../ui/checkbox.tsx";
import { MultiSelectField } from "../../ui/select-field.tsx";
import type { Field } from "./field.ts";
import type { AdvisorLists } from "./lists.ts";

/** How an advisor works, and by which values. */
export function AdditionalInformationFields({ field, lists }: { field: Field; lists: AdvisorLists }) {
  return (
    <>
      <MultiSelectField
        label="Availability"
        from={lists}
        pick={(data) => data.availabilities}
        {...field("availability_ids")}
      />
      <MultiSelectField
        label="Value Set"
        description="What you will not do business without."
        from={lists}
        pick={(data) => data.value_sets}
        {...field("value_set_ids")}
      />
      <Checkbox
        label="I am open to investment opportunities"
        {...field("investment_opportunities_enabled", { type: "checkbox" })}
      />
      <Checkbox label="Send me the newsletter" {...field("newsletter_subscribed", { type: "checkbox" })} />
    </>
  );
}
