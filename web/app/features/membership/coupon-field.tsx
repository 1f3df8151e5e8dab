import { TextInput } from "@mantine/core";
import { checkCoupon } from "@plumbline/contract/membership/contract.ts";
import { texts } from "@plumbline/contract/membership/rules.ts";
import { useRef, useState } from "react";
import { call } from "../../call.ts";
import { asFailure, failureLines } from "../../failure.ts";
import { Button } from "../../ui/button.tsx";
import { ActionButton } from "../../ui/submit-button.tsx";
import look from "./plans.module.css";

export type Coupon = { coupon: string; monthsFree: number; annualDiscount: number };

/** A code and what it is worth; one that is none clears the field and says so (row O-04). */
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
      onChange({ coupon: found.coupon, monthsFree: found.months_free, annualDiscount: found.annual_discount });
      setTyped(found.coupon);
    } catch (thrown) {
      const failure = asFailure(thrown);
      onChange(null);
      // Only a code that is none is taken away; what a lost connection could not check stays.
      if (failure.status === 422) setTyped("");
      setError(failure.errors["coupon"]?.join(" ") ?? (failureLines(failure).join(" ") || texts.badCoupon));
    } finally {
      checking.current = false;
    }
  };

  return (
    <div className={look.coupon}>
      <TextInput
        label="Coupon"
        value={typed}
        error={error}
        readOnly={value !== null}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          // The form around it pays; in this field Enter checks the code.
          if (event.key !== "Enter") return;
          event.preventDefault();
          if (!value) void check();
        }}
      />
      {value ? (
        <Button
          look="line"
          onClick={() => {
            onChange(null);
            setTyped("");
          }}
        >
          Remove
        </Button>
      ) : (
        <ActionButton look="line" onPress={check}>
          Apply
        </ActionButton>
      )}
    </div>
  );
}
