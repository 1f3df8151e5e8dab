import { NumberInput, Textarea, TextInput } from "@mantine/core";
import { Pair } from "../../ui/form.tsx";
import { MultiSelectField } from "../../ui/select-field.tsx";
import type { Field } from "./field.ts";
import type { AdvisorLists } from "./lists.ts";

/** What an advisor does and for whom, which matching uses. */
export function KeyInformationFields({ field, lists }: { field: Field; lists: AdvisorLists }) {
  return (
    <>
      <TextInput
        label="Short description"
        description="One line under your name: what you have been, what you are good for."
        placeholder="Former COO, three scale-ups to series C"
        maxLength={300}
        {...field("head_line")}
      />
      <Textarea
        label="Description"
        description="What you have done, what you help with, and what working with you is like."
        autosize
        minRows={5}
        maxLength={10_000}
        {...field("description")}
      />
      <MultiSelectField
        label="Areas of experience"
        from={lists}
        pick={(data) => data.expertise_areas}
        {...field("expertise_area_ids")}
      />
      <MultiSelectField
        label="Industry Experience"
        from={lists}
        pick={(data) => data.industries}
        {...field("industry_ids")}
      />
      <Pair>
        <MultiSelectField
          label="Experience"
          from={lists}
          pick={(data) => data.business_experiences}
          {...field("business_experience_ids")}
        />
        <MultiSelectField
          label="Seniority"
          from={lists}
          pick={(data) => data.seniorities}
          {...field("seniority_ids")}
        />
      </Pair>
      <Pair>
        <MultiSelectField
          label="Stage Preference"
          description="The business sizes you like to work with."
          from={lists}
          pick={(data) => data.company_sizes}
          sorted={false}
          {...field("company_size_ids")}
        />
        <NumberInput
          label="Fee"
          description="In pounds per day."
          prefix="£"
          thousandSeparator=","
          suffix=" per day"
          min={0}
          allowNegative={false}
          decimalScale={2}
          hideControls
          {...field("fee_per_hour")}
        />
      </Pair>
    </>
  );
}
