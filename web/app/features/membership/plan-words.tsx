import type { Plan } from "@plumbline/contract/membership/contract.ts";
import { texts } from "@plumbline/contract/membership/rules.ts";
import { formatPence } from "@plumbline/contract/money.ts";
import type { ReactNode } from "react";
import { CheckIcon } from "../../ui/icons.tsx";
import classes from "./plans.module.css";

/** "£250", "£99.50": most plans are priced in whole pounds. */
export function priceOf({ amount }: Pick<Plan, "amount">): string {
  return formatPence(amount).replace(/\.00$/, "");
}

/** A plan and its price; the same text where it is chosen and where it is changed. `badge` is above the name. */
export function PlanWords({ plan, badge, heading = false }: { plan: Plan; badge?: ReactNode; heading?: boolean }) {
  const Name = heading ? "h2" : "span";
  return (
    <>
      <span className={classes.top}>
        <Name className={classes.name}>{plan.name}</Name>
        {badge ?? (plan.tag && <span className={classes.tag}>{plan.tag}</span>)}
      </span>
      <span className={classes.price}>
        <span className={classes.amount}>{priceOf(plan)}</span> {plan.interval === "year" ? "a year" : "a month"}
      </span>
      <span className={classes.renews}>{texts.renews[plan.interval]}</span>
      <span className={classes.description}>{plan.description}</span>
      <ul className={classes.benefits}>
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
