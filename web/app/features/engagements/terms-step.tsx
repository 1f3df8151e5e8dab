import { TextInput } from "@mantine/core";
import { type PaymentType, paymentTypes, periods } from "@plumbline/contract/engagements/rules.ts";
import { readVatRegistration } from "@plumbline/contract/invoices/vat-contract.ts";
import { formatPence } from "@plumbline/contract/money.ts";
import { call } from "../../call.ts";
import { Pair } from "../../ui/form.tsx";
import { Money } from "../../ui/money.tsx";
import { SaidAfterTyping } from "../../ui/said-after-typing.tsx";
import { useLoaded } from "../../ui/use-loaded.ts";
import type { useSchemaForm } from "../../ui/use-schema-form.ts";
import { NetOfFee } from "../payment/net-of-fee.tsx";
import type { Terms } from "./proposal-values.ts";
import { totalTyped } from "./total-typed.ts";
import classes from "./wizard.module.css";

type TermsForm = Pick<ReturnType<typeof useSchemaForm>, "field"> & {
  values: Terms;
  setValue: (name: "payment_type", type: PaymentType) => void;
};

/** Step 2 (rows E-06 and E-07), with the total of the current input. */
export default function TermsStep({ form }: { form: TermsForm }) {
  const total = totalTyped(form.values) ?? 0;
  const hasVat = useLoaded((signal) => call(readVatRegistration, {}, { signal })).data?.registration != null;
  const period = periods[form.values.payment_type];
  return (
    <>
      <fieldset className={classes.types}>
        <legend>Payment type</legend>
        <div>
          {paymentTypes.map((type) => (
            <label key={type}>
              <input
                type="radio"
                name="payment_type"
                className="visually-hidden"
                checked={form.values.payment_type === type}
                onChange={() => form.setValue("payment_type", type)}
              />
              <span>{periods[type]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <Pair>
        <TextInput
          label="Fee"
          description={`In pounds per ${period}`}
          leftSection="£"
          inputMode="decimal"
          {...form.field("payment_cost")}
        />
        <TextInput
          label="Total units"
          description={`How many ${period}s; 2.5 is fine`}
          inputMode="decimal"
          {...form.field("payment_span")}
        />
      </Pair>
      <p className={classes.total}>
        <span>Total{hasVat && ", plus VAT"}</span>
        <Money pence={total} big />
      </p>
      <p className="small">
        <NetOfFee pence={total} />
      </p>
      <SaidAfterTyping text={`Total ${formatPence(total)}`} />
    </>
  );
}
