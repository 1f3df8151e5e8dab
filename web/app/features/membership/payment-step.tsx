import { TextInput } from "@mantine/core";
import { type Membership, type Plan, refreshMembership, subscribe } from "@plumbline/contract/membership/contract.ts";
import { totalToday } from "@plumbline/contract/membership/rules.ts";
import { formatPence } from "@plumbline/contract/money.ts";
import { call } from "../../call.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { useSchemaForm } from "../../ui/use-schema-form.ts";
import { CardFields } from "../payment/card-fields.tsx";
import { CardProvider } from "../payment/card-provider.tsx";
import { useConfirmPayment } from "../payment/confirm-payment.ts";
import { useCardFields } from "../payment/use-card-fields.ts";
import { type Coupon, CouponField } from "./coupon-field.tsx";
import { followOutcome } from "./follow-outcome.ts";
import { PlanTotal } from "./plan-total.tsx";
import classes from "./plans.module.css";

type Props = {
  plan: Plan;
  /** Kept by the page, so that a step back does not lose it. */
  coupon: Coupon | null;
  onCoupon: (coupon: Coupon | null) => void;
  onPaid: (message: string) => void;
  onBack: () => void;
};

const rules = async () => (await import("./forms.ts")).HolderForm;

/**
 * Step 1 of the onboarding (rows O-03 to O-05): the card, a coupon, and what is charged. A refused card is reported in
 * the server's words, and no input is lost.
 */
function PaymentStep({ plan, coupon, onCoupon, onPaid, onBack }: Props) {
  const confirm = useConfirmPayment();
  const card = useCardFields();
  const form = useSchemaForm(rules, {
    initialValues: { name: "" },
    kept: true,
    onSubmit: async ({ name }) => {
      if (!card.check()) return;
      const token = await card.tokenFor(name);
      if (!token) return;
      const answer = await call(subscribe, {
        body: { token, plan_id: plan.price_id, price_id: plan.price_id, coupon: coupon?.coupon ?? "" },
      }).catch(async (refused) => {
        // It may have begun although no answer came, now or when the button was pressed before.
        if (!isSetUp(await call(refreshMembership, {}).catch(() => Promise.reject(refused)))) throw refused;
        return null;
      });
      onPaid(answer ? await followOutcome(answer, confirm, isSetUp, begun) : begun);
    },
  });
  const pence = totalToday(plan, coupon);
  return (
    <div className={classes.payment}>
      <PlanTotal plan={plan} coupon={coupon} />
      <Form
        {...form.props}
        onSubmit={(event) => {
          // Our fields, of which one has the focus then, and the provider's show what is missing at the same time.
          if (form.values.name.trim() === "") card.showMissing();
          form.props.onSubmit(event);
        }}
      >
        <CouponField value={coupon} onChange={onCoupon} />
        <TextInput label="Card Holder Name" autoComplete="cc-name" {...form.field("name")} />
        <CardFields card={card} />
        <FailureNotice failure={form.failure} />
        <FormActions>
          <SubmitButton busy={form.busy} busyText="Taking your payment…" disabled={!card.loaded}>
            {pence > 0 ? `Pay ${formatPence(pence)}` : "Start my membership"}
          </SubmitButton>
          <Button variant="line" onClick={onBack} disabled={form.busy}>
            Back
          </Button>
        </FormActions>
      </Form>
    </div>
  );
}

const begun = "Welcome. Your membership has started.";
const isSetUp = ({ stripe_setup }: Membership) => stripe_setup;

/** With the card provider, which is loaded with it. */
export default function PaymentStepWithCards(props: Props) {
  return (
    <CardProvider>
      <PaymentStep {...props} />
    </CardProvider>
  );
}
