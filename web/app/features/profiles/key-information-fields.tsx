import { TextInput } from "@mantine/core";
import { hundredthsOf } from "@plumbline/contract/money.ts";
import { Pair } from "../../ui/form.tsx";
import { PoundsInput } from "../../ui/late-inputs.tsx";
import { MultiSelectField } from "../../ui/select-field.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import { NetOfFee } from "../payment/net-of-fee.tsx";
import type { Field } from "./field.ts";
import type { AdvisorLists } from "./lists.ts";

/** What an advisor does and for whom, which matching uses. */
export function KeyInformationFields({
  field,
  fee,
  lists,
}: {
  field: Field;
  /** The fee as typed, in pounds. */
  fee: string | number;
  lists: AdvisorLists;
}) {
  const pence = hundredthsOf(fee) ?? 0;
  return (
    <>
      <TextInput
        label="Short description"
        description="One line under your name, like “Former COO, three scale-ups to series C”."
        maxLength={300}
        {...field("head_line")}
      />
      <Textarea
        label="Description"
        description="What you have done, what you help with, and what working with you is like."
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
        <PoundsInput
          label="Fee"
          description={pence > 0 ? <NetOfFee pence={pence} of="a day" /> : "In pounds per day."}
          suffix=" per day"
          {...field("fee_per_hour")}
        />
      </Pair>
    </>
  );
}
