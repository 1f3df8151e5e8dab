import { listPlans } from "@plumbline/contract/membership/contract.ts";
import { shownPlans } from "@plumbline/contract/membership/rules.ts";
import { readOwnProfile } from "@plumbline/contract/profiles/contract.ts";
import { Suspense, useState } from "react";
import { redirect } from "react-router";
import { call } from "../../call.ts";
import { isLike } from "../../is-like.ts";
import { useSavedInput } from "../../saved-input.ts";
import { currentSession, updateSession, useSession } from "../../session.ts";
import { titled } from "../../titled.ts";
import { notice } from "../../ui/notice.ts";
import { onDemand } from "../../ui/on-demand.ts";
import { Page } from "../../ui/page.tsx";
import { PlumbRail } from "../../ui/plumb-line.tsx";
import { WithSteps } from "../../ui/surface.tsx";
import { useLeadOn } from "../../ui/use-lead-on.ts";
import { useSecondStep } from "../../ui/use-second-step.ts";
import { useStepFocus } from "../../ui/use-step-focus.ts";
import type { Route } from "./+types/customer-create-profile-page.ts";
import type { Coupon } from "./coupon-field.tsx";
import { PlanStep } from "./plan-step.tsx";
import classes from "./plans.module.css";
import { QuestionsStep } from "./questions-step.tsx";

const PaymentStep = onDemand(() => import("./payment-step.tsx"));

export const meta = () => titled("Create your profile");

const home = "/customer-home";
const steps = [
  { rail: "Your plan", title: "Choose your plan", lead: "You can change or cancel it anytime." },
  { rail: "Payment", title: "Pay by card", lead: "Invoices of your advisors are paid with the same card." },
  {
    rail: "Your business",
    title: "About your business",
    lead: "Your answers decide which advisors we show you first.",
  },
] as const;

/** A customer with both, profile and payment, is redirected home (row O-01). */
export async function clientLoader() {
  const [own, plans] = await Promise.all([
    call(readOwnProfile, { params: { role: "customers" } }),
    call(listPlans, {}),
  ]);
  updateSession({ profileSetup: own.profile_setup, stripeSetup: own.stripe_setup });
  if (own.profile_setup && own.stripe_setup) throw redirect(home);
  return { plans: shownPlans(plans), paid: own.stripe_setup, hadPlan: own.profile_setup };
}

const noCoupon: Coupon = { coupon: "", monthsFree: 0, annualDiscount: 0 };

/**
 * Rows O-01 to O-07. The step follows from the data: a paid membership opens the questions, no plan the choice. Who has
 * answered them already had a membership.
 */
export default function CustomerCreateProfilePage({ loaderData }: Route.ComponentProps) {
  const { plans, paid, hadPlan } = loaderData;
  const session = useSession();
  const [priceId, setPriceId] = useState<string | null>(null);
  const [coupon, setCoupon] = useState<Coupon | null>(null);
  useSavedInput(
    "plan",
    () => (priceId ? { priceId, coupon } : null),
    (kept) => {
      if (!isLike({ priceId: "" }, kept)) return;
      setPriceId(kept.priceId);
      if ("coupon" in kept && isLike(noCoupon, kept.coupon)) setCoupon(kept.coupon);
    },
    () => false,
  );
  const payment = useSecondStep("payment");
  const leadOn = useLeadOn();

  const plan = plans.find(({ price_id }) => price_id === priceId);
  const step = paid || session?.stripeSetup ? 2 : payment.isOpen && plan ? 1 : 0;
  const { title, lead } = steps[step];
  const top = useStepFocus<HTMLDivElement>(step);

  const onPaid = (message: string) => {
    notice(message);
    if (currentSession()?.profileSetup) {
      updateSession({ stripeSetup: true });
      void leadOn(home);
      return;
    }
    updateSession({ stripeSetup: true });
  };

  const page = hadPlan
    ? {
        title: "Choose a plan again",
        sentence:
          "You have no plan at the moment. With one you search and write to advisors again; your answers are kept, and your engagements, invoices and bills stay open to you.",
      }
    : { title: "Create your profile", sentence: "Three steps, and your first matches are waiting." };
  const ahead = hadPlan ? steps.slice(0, 2) : steps;
  return (
    <Page {...page}>
      <WithSteps rail={<PlumbRail steps={ahead.map(({ rail }) => rail)} current={step} />}>
        <div ref={top} className={classes.step}>
          <div>
            <h2 tabIndex={-1}>{title}</h2>
            <p className={classes.lead}>{lead}</p>
          </div>
          {step === 0 && <PlanStep plans={plans} chosen={priceId} onChoose={setPriceId} onNext={payment.open} />}
          {step === 1 && plan && (
            <Suspense>
              <PaymentStep plan={plan} coupon={coupon} onCoupon={setCoupon} onPaid={onPaid} onBack={payment.back} />
            </Suspense>
          )}
          {step === 2 && <QuestionsStep onSaved={() => void leadOn(home)} />}
        </div>
      </WithSteps>
    </Page>
  );
}
