import type { Plan } from "@plumbline/contract/membership/contract.ts";
import { texts } from "@plumbline/contract/membership/rules.ts";
import { type FormEvent, useId, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { PlanWords } from "./plan-words.tsx";
import classes from "./plans.module.css";

/** Step 0 of the onboarding (row O-02): choose a plan. */
export function PlanStep({
  plans,
  chosen,
  onChoose,
  onNext,
}: {
  plans: readonly Plan[];
  chosen: string | null;
  onChoose: (priceId: string) => void;
  onNext: () => void;
}) {
  const id = useId();
  const [asked, setAsked] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const error = asked && chosen === null ? texts.selectPlan : null;
  const next = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (chosen !== null) onNext();
    else first.current?.focus();
  };
  return (
    <form onSubmit={next} noValidate>
      <fieldset className={classes.set} aria-describedby={error ? `${id}-error` : undefined}>
        <legend className="visually-hidden">Membership plan</legend>
        <div className={classes.plans}>
          {plans.map((plan, index) => (
            <label key={plan.price_id} className={classes.plan}>
              <input
                ref={index === 0 ? first : undefined}
                className={classes.radio}
                type="radio"
                name={id}
                value={plan.price_id}
                checked={chosen === plan.price_id}
                onChange={() => onChoose(plan.price_id)}
                aria-invalid={error ? true : undefined}
              />
              <PlanWords plan={plan} />
            </label>
          ))}
        </div>
        {error && (
          <p id={`${id}-error`} className={classes.error} role="alert">
            {error}
          </p>
        )}
      </fieldset>
      <div className={classes.next}>
        <Button type="submit">Next</Button>
      </div>
    </form>
  );
}
