import { TextInput } from "@mantine/core";
import {
  changePrice,
  endCoupon,
  endPlan,
  type MadeCoupon,
  makePlan,
  offerIntervals,
  type SoldPlan,
} from "@plumbline/contract/membership/offers.ts";
import { formatPounds } from "@plumbline/contract/money.ts";
import { useRevalidator } from "react-router";
import { call } from "../../call.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Select } from "../../ui/late-inputs.tsx";
import { notice } from "../../ui/notice.ts";
import { Textarea } from "../../ui/textarea.tsx";
import { initially, useSchemaForm } from "../../ui/use-schema-form.ts";
import { ReasonDialog } from "./reason-dialog.tsx";

const planRules = async () => (await import("./forms.ts")).PlanFields;
const priceRules = async () => (await import("./forms.ts")).PriceForm;

type Closing = { onClose: () => void };
const intervals = offerIntervals.map((value) => ({ value, label: value === "month" ? "Every month" : "Every year" }));

/** Makes a plan; its benefits are typed one a line. */
export function PlanDialog({ onClose }: Closing) {
  const { revalidate } = useRevalidator();
  const form = useSchemaForm(planRules, {
    initialValues: {
      name: "",
      description: "",
      tag: "",
      amount: "",
      benefits: "",
      reason: "",
      interval: initially<(typeof offerIntervals)[number]>("month"),
    },
    onSubmit: async ({ benefits, ...values }) => {
      const body = { ...values, benefits: benefits.split("\n").filter((line) => line.trim() !== "") };
      await call(makePlan, { body }).finally(revalidate);
      notice(`${values.name} is offered.`);
      onClose();
    },
  });
  return (
    <FormDialog
      title="New plan"
      form={form}
      confirm="Offer this plan"
      busyText="Asking the provider…"
      onClose={onClose}
    >
      <TextInput label="Name" maxLength={100} {...form.field("name")} />
      <TextInput label="What it is" maxLength={300} {...form.field("description")} />
      <TextInput label="Tag (optional)" maxLength={30} {...form.field("tag")} />
      <Select label="Paid" data={intervals} allowDeselect={false} {...form.field("interval")} />
      <TextInput label="Price" leftSection="£" inputMode="decimal" maxLength={20} {...form.field("amount")} />
      <Textarea label="Benefits, one a line (optional)" minRows={3} {...form.field("benefits")} />
      <Textarea label="Reason" minRows={2} maxLength={2000} {...form.field("reason")} />
    </FormDialog>
  );
}

/** Sells a plan at another price, and says who keeps the old one. */
export function PriceDialog({ plan, onClose }: { plan: SoldPlan } & Closing) {
  const { revalidate } = useRevalidator();
  const form = useSchemaForm(priceRules, {
    initialValues: { price_id: plan.price_id, amount: "", reason: "" },
    about: plan.price_id,
    onSubmit: async (body) => {
      await call(changePrice, { body }).finally(revalidate);
      notice(`${plan.name} has a new price.`);
      onClose();
    },
  });
  return (
    <FormDialog
      title={`New price of ${plan.name}`}
      form={form}
      confirm="Set the price"
      busyText="Asking the provider…"
      onClose={onClose}
    >
      <p>
        Now {formatPounds(plan.amount)} a {plan.interval}. {keeping(plan)} Who buys or changes to it from now on pays
        the new price.
      </p>
      <TextInput label="Price" leftSection="£" inputMode="decimal" maxLength={20} {...form.field("amount")} />
      <Textarea label="Reason" minRows={2} maxLength={2000} {...form.field("reason")} />
    </FormDialog>
  );
}

export function EndPlanDialog({ plan, onClose }: { plan: SoldPlan } & Closing) {
  const { revalidate } = useRevalidator();
  return (
    <ReasonDialog
      title={`End ${plan.name}?`}
      confirm="End it"
      variant="danger"
      onClose={onClose}
      onConfirm={async (reason) => {
        await call(endPlan, { body: { price_id: plan.price_id, reason } }).finally(revalidate);
        notice(`${plan.name} is not sold any more.`);
      }}
    >
      <p>Nobody can buy it from now on. {keeping(plan)}</p>
    </ReasonDialog>
  );
}

export function EndCouponDialog({ coupon, onClose }: { coupon: MadeCoupon } & Closing) {
  const { revalidate } = useRevalidator();
  return (
    <ReasonDialog
      title={`End ${coupon.code}?`}
      confirm="End it"
      variant="danger"
      onClose={onClose}
      onConfirm={async (reason) => {
        await call(endCoupon, { body: { id: coupon.id, reason } }).finally(revalidate);
        notice(`${coupon.code} is over.`);
      }}
    >
      <p>Nobody can use it from now on. Who has used it keeps what it gave.</p>
    </ReasonDialog>
  );
}

const keeping = ({ subscribers }: SoldPlan) =>
  subscribers === 0
    ? "Nobody has it."
    : subscribers === 1
      ? "One member has it and keeps it."
      : `${subscribers} members have it and keep it.`;
