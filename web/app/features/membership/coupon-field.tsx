import { TextInput } from "@mantine/core";
import { checkCoupon } from "@plumbline/contract/membership/contract.ts";
import { type CouponEffect, texts } from "@plumbline/contract/membership/rules.ts";
import { useRef, useState } from "react";
import { call } from "../../call.ts";
import { asFailure, failureLines } from "../../failure.ts";
import { Button } from "../../ui/button.tsx";
import { ActionButton } from "../../ui/submit-button.tsx";
import classes from "./plans.module.css";

export type Coupon = { coupon: string } & CouponEffect;

/** A coupon code and its value; an unknown one clears the field and says so (row O-04). */
export function CouponField({ value, onChange }: { value: Coupon | null; onChange: (coupon: Coupon | null) => void }) {
  const [typed, setTyped] = useState(value?.coupon ?? "");
  const [error, setError] = useState<string | null>(null);
  const checking = useRef(false);

  const check = async () => {
    if (checking.current) return;
    if (typed.trim() === "") return setError("Please enter a code.");
    checking.current = true;
    setError(null);
    try {
      const found = await call(checkCoupon, { body: { coupon: typed } });
      const { months_free: monthsFree, annual_discount: annualDiscount, discounts } = found;
      onChange({ coupon: found.coupon, monthsFree, annualDiscount, discounts });
      setTyped(found.coupon);
    } catch (thrown) {
      const failure = asFailure(thrown);
      onChange(null);
      // Only an unknown code is cleared; one that could not be checked stays.
      if (failure.status === 422) setTyped("");
      setError(failure.errors["coupon"]?.join(" ") ?? (failureLines(failure).join(" ") || texts.badCoupon));
    } finally {
      checking.current = false;
    }
  };

  return (
    <div className={classes.coupon}>
      <TextInput
        label="Coupon"
        value={typed}
        error={error}
        readOnly={value !== null}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Enter checks the code; the form around it would pay.
          if (event.key !== "Enter") return;
          event.preventDefault();
          if (!value) void check();
        }}
      />
      {value ? (
        <Button
          variant="line"
          onClick={() => {
            onChange(null);
            setTyped("");
          }}
        >
          Remove
        </Button>
      ) : (
        <ActionButton variant="line" onPress={check}>
          Apply
        </ActionButton>
      )}
    </div>
  );
}
