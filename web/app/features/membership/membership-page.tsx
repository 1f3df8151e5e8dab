import { formatLong } from "@plumbline/contract/dates.ts";
import {
  cancelPlan,
  listPlans,
  type Membership,
  type Plan,
  readMembership,
  resumePlan,
} from "@plumbline/contract/membership/contract.ts";
import { cancelSentence, planAction, shownPlans, texts } from "@plumbline/contract/membership/rules.ts";
import { formatPounds } from "@plumbline/contract/money.ts";
import { type ReactNode, useState } from "react";
import { useRevalidator } from "react-router";
import { call } from "../../call.ts";
import { updateSession } from "../../session.ts";
import { titled } from "../../titled.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { notice } from "../../ui/notice.ts";
import { Page } from "../../ui/page.tsx";
import { ActionButton } from "../../ui/submit-button.tsx";
import { ProviderAge } from "../payment/provider-age.tsx";
import type { Route } from "./+types/membership-page.ts";
import { ChangeDialog } from "./change-dialog.tsx";
import { PaymentBanners } from "./payment-banners.tsx";
import { PlanWords } from "./plan-words.tsx";
import classes from "./plans.module.css";

export const meta = () => titled("Membership");

export async function clientLoader() {
  const [plans, membership] = await Promise.all([call(listPlans, {}), call(readMembership, {})]);
  updateSession({ stripeSetup: membership.stripe_setup });
  return { plans: shownPlans(plans), membership };
}

/** Rows B-02 to B-05: the plans, and the actions for each. */
export default function MembershipPage({ loaderData }: Route.ComponentProps) {
  const { plans, membership } = loaderData;
  const { revalidate } = useRevalidator();
  const [changingTo, setChangingTo] = useState<Plan | null>(null);
  const [cancelling, setCancelling] = useState(false);
  const { current_package: current } = membership;
  const isSold = plans.some(({ price_id }) => price_id === current?.price_id);
  const ending = current?.cancel_at_period_end ? (
    <Resume />
  ) : (
    <Button variant="danger" onClick={() => setCancelling(true)}>
      {texts.cancel}
    </Button>
  );

  const cancel = async () => {
    const { body } = await call(cancelPlan, {});
    notice(body.message);
    await revalidate();
  };
  return (
    <Page title="Membership" sentence={sentenceFor(membership)}>
      {current?.cancel_at_period_end && current.current_period_end && (
        <Banner tone="wait" title={`Your membership ends on ${formatLong(current.current_period_end)}.`}>
          Until then nothing changes. Nothing more is charged.
        </Banner>
      )}
      <PaymentBanners membership={membership} />
      <div className={classes.plans}>
        {current && !isSold && <KeptPlan name={current.name ?? "Membership"}>{ending}</KeptPlan>}
        {plans.map((plan) => {
          const action = planAction(plan.price_id, current);
          return (
            <section
              key={plan.price_id}
              aria-label={plan.name}
              className={`${classes.plan} ${classes.noRadio} ${action === "cancel" ? classes.current : ""}`}
            >
              <PlanWords plan={plan} heading badge={action === "cancel" ? mine : undefined} />
              <div className={classes.action}>
                {action === "purchase" && <ButtonLink to="/create-profile/customer">{texts.purchase}</ButtonLink>}
                {action === "change" && (
                  <Button variant="line" onClick={() => setChangingTo(plan)} disabled={membership.overdue !== null}>
                    {texts.change}
                  </Button>
                )}
                {action === "cancel" && ending}
              </div>
            </section>
          );
        })}
      </div>
      {current && <ProviderAge asOf={membership.as_of} />}
      <ChangeDialog
        plan={changingTo}
        ending={current?.cancel_at_period_end ?? false}
        onClose={() => setChangingTo(null)}
        onChanged={() => void revalidate()}
      />
      <ConfirmDialog
        opened={cancelling}
        onClose={() => setCancelling(false)}
        title="Cancel your membership?"
        confirm={texts.cancel}
        cancel="Keep my plan"
        variant="danger"
        onConfirm={cancel}
      >
        <p>{current && cancelSentence(current)}</p>
        <p>
          Without a membership, chat is read-only and search asks for a plan. Engagements that run, their invoices and
          your billing page stay open to you.
        </p>
      </ConfirmDialog>
    </Page>
  );
}

const mine = <span className={classes.mine}>Your plan</span>;

/** One's own plan that is no longer sold, or at another price: it stays with who has it (row G-82), and can be cancelled. */
function KeptPlan({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <section aria-label={`${name}, your plan`} className={`${classes.plan} ${classes.noRadio} ${classes.current}`}>
      <span className={classes.top}>
        <h2 className={classes.name}>{name}</h2>
        {mine}
      </span>
      <span className={classes.description}>
        This plan is no longer sold at your price. You keep it at that price until you change or cancel it.
      </span>
      <div className={classes.action}>{children}</div>
    </section>
  );
}

function Resume(): ReactNode {
  const { revalidate } = useRevalidator();
  const resume = async () => {
    const { body } = await call(resumePlan, {});
    notice(body.message);
    await revalidate();
  };
  return <ActionButton onPress={resume}>Resume My Plan</ActionButton>;
}

function sentenceFor({ current_package: current, next_payment: next }: Membership): string {
  if (!current) return "Choose a plan to search for advisors and to write to them.";
  if (next) return `Your next payment is ${formatPounds(next.amount)} on ${formatLong(next.date)}.`;
  return "What you have, and what you could have instead.";
}
