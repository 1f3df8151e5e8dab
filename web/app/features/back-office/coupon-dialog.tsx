import { TextInput } from "@mantine/core";
import { couponDurations, durationLabels, makeCoupon } from "@plumbline/contract/membership/offers.ts";
import { useRevalidator } from "react-router";
import { call } from "../../call.ts";
import { Pair } from "../../ui/form.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { DayField, Select } from "../../ui/late-inputs.tsx";
import { notice } from "../../ui/notice.ts";
import { Textarea } from "../../ui/textarea.tsx";
import { initially, useSchemaForm } from "../../ui/use-schema-form.ts";
import { sentCoupon } from "./sent-coupon.ts";

const rules = async () => (await import("./forms.ts")).CouponFields;

const durations = couponDurations.map((value) => ({ value, label: durationLabels[value] }));
const kinds = [
  { value: "percent", label: "Percent" },
  { value: "amount", label: "Pounds" },
] as const;
const plans = [
  { value: "both", label: "All plans" },
  { value: "month", label: "Plans paid by month" },
  { value: "year", label: "Plans paid by year" },
] as const;

/** Makes a coupon with its code. */
export function CouponDialog({ onClose }: { onClose: () => void }) {
  const { revalidate } = useRevalidator();
  const form = useSchemaForm(rules, {
    initialValues: {
      code: "",
      name: "",
      off: "",
      months: "",
      limit: "",
      reason: "",
      kind: initially<(typeof kinds)[number]["value"]>("percent"),
      duration: initially<(typeof couponDurations)[number]>("once"),
      plans: initially<(typeof plans)[number]["value"]>("both"),
      redeem_by: initially<string | null>(null),
    },
    onSubmit: async (values) => {
      await call(makeCoupon, { body: sentCoupon(values) }).finally(revalidate);
      notice(`${values.code.toUpperCase()} is offered.`);
      onClose();
    },
  });
  return (
    <FormDialog
      title="New coupon"
      form={form}
      confirm="Offer this coupon"
      busyText="Asking the provider…"
      onClose={onClose}
    >
      <TextInput
        label="Code"
        description="3 to 30 letters and digits. A code is used once ever."
        maxLength={30}
        autoComplete="off"
        {...form.field("code")}
      />
      <TextInput label="What it gives" description="Members read it." maxLength={40} {...form.field("name")} />
      <Pair>
        <Select label="In" data={kinds} allowDeselect={false} {...form.field("kind")} />
        <TextInput label="Takes off" inputMode="decimal" maxLength={20} {...form.field("off")} />
      </Pair>
      <Select label="For how long" data={durations} allowDeselect={false} {...form.field("duration")} />
      {form.values.duration === "repeating" && (
        <TextInput label="Months" inputMode="numeric" maxLength={2} {...form.field("months")} />
      )}
      <Select label="On" data={plans} allowDeselect={false} {...form.field("plans")} />
      <TextInput label="How often, in all (optional)" inputMode="numeric" maxLength={6} {...form.field("limit")} />
      <DayField
        label="Until (optional)"
        description="The last day on which it is taken."
        {...form.field("redeem_by")}
      />
      <Textarea label="Reason" minRows={2} maxLength={2000} {...form.field("reason")} />
    </FormDialog>
  );
}
