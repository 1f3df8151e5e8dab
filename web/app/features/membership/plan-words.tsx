import type { Plan } from "@plumbline/contract/membership/contract.ts";
import { texts } from "@plumbline/contract/membership/rules.ts";
import { formatPence } from "@plumbline/contract/money.ts";
import type { ReactNode } from "react";
import { CheckIcon } from "../../ui/icons.tsx";
import look from "./plans.module.css";

/** "£250", "£99.50": plans are priced in whole pounds, mostly. */
export function priceOf({ amount }: Pick<Plan, "amount">): string {
  return formatPence(amount).replace(/\.00$/, "");
}

/** What a plan is and costs; the same words where it is chosen and where it is changed. `badge` stands above the name. */
export function PlanWords({ plan, badge, heading = false }: { plan: Plan; badge?: ReactNode; heading?: boolean }) {
  const Name = heading ? "h2" : "span";
  return (
    <>
      <span className={look.top}>
        <Name className={look.name}>{plan.name}</Name>
        {badge ?? (plan.tag && <span className={look.tag}>{plan.tag}</span>)}
      </span>
      <span className={look.price}>
        <span className={look.amount}>{priceOf(plan)}</span> {plan.interval === "year" ? "a year" : "a month"}
      </span>
      <span className={look.renews}>{texts.renews[plan.interval]}</span>
      <span className={look.description}>{plan.description}</span>
      <ul className={look.benefits}>
        {plan.benefits.map((benefit) => (
          <li key={benefit}>
            <CheckIcon size={18} />
            {benefit}
          </li>
        ))}
      </ul>
    </>
  );
}
