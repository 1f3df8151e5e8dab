import { formatLong } from "@plumbline/contract/dates.ts";
import type { Plan } from "@plumbline/contract/membership/contract.ts";
import { discountInWords, firstCharge, texts, totalToday } from "@plumbline/contract/membership/rules.ts";
import { formatPence } from "@plumbline/contract/money.ts";
import { Money } from "../../ui/money.tsx";
import { Surface } from "../../ui/surface.tsx";
import { unbroken } from "../../ui/unbroken.tsx";
import type { Coupon } from "./coupon-field.tsx";
import { priceOf } from "./plan-words.tsx";
import classes from "./plans.module.css";

/** What is charged today and later, before the payment is confirmed (row O-04). */
export function PlanTotal({ plan, coupon }: { plan: Plan; coupon: Coupon | null }) {
  const pence = totalToday(plan, coupon);
  const off = plan.amount - pence;
  const free = coupon !== null && plan.interval === "month" && coupon.monthsFree > 0;
  return (
    <Surface tinted>
      <dl className={classes.sums}>
        <div>
          <dt>{plan.name}</dt>
          <dd>
            <Money pence={plan.amount} />
          </dd>
        </div>
        {coupon && off > 0 && (
          <div>
            <dt>{free && coupon.monthsFree === 2 ? texts.twoMonths : `Coupon ${coupon.coupon}`}</dt>
            <dd>
              −<Money pence={off} />
            </dd>
          </div>
        )}
        <div className={classes.total}>
          <dt>{coupon ? "Total billed today" : "Total"}</dt>
          <dd>
            <Money pence={pence} big />
          </dd>
        </div>
      </dl>
      <p className={classes.sumsNote}>
        {free
          ? unbroken(
              `You are charged ${priceOf(plan)} from month ${nth(coupon.monthsFree + 1)}, first on ${formatLong(firstCharge(new Date(), coupon.monthsFree).toISOString())}. `,
            )
          : coupon && off > 0
            ? laterOf(plan, coupon)
            : coupon
              ? `${coupon.coupon} gives nothing on this plan. `
              : ""}
        {texts.renews[plan.interval]}.
      </p>
    </Surface>
  );
}

/** What is charged after the first bill, with a coupon that leaves something to pay. */
function laterOf(plan: Plan, { discounts }: Coupon): string {
  const discount = discounts?.[plan.interval];
  if (plan.interval === "year" && discount?.duration !== "forever")
    return `From the second year ${formatPence(plan.amount)}. `;
  if (!discount) return "";
  return `${discountInWords(discount)}${discount.duration === "forever" ? "" : `, then ${priceOf(plan)} a month`}. `;
}

const nth = (month: number) => ["one", "two", "three", "four", "five", "six", "seven"][month - 1] ?? String(month);
