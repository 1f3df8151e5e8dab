import { Input } from "@mantine/core";
import { CardCvcElement, CardExpiryElement, CardNumberElement } from "@stripe/react-stripe-js";
import { type ReactNode, useId, useMemo } from "react";
import { ErrorState } from "../../ui/error-state.tsx";
import { useDark } from "../../ui/use-dark.ts";
import classes from "./card-fields.module.css";
import { useCards } from "./card-provider.tsx";
import type { CardState, Part } from "./use-card-fields.ts";

// The provider's frames are of another origin, so they are styled here and not by our style sheets.
const optionsIn = (dark: boolean) => ({
  classes: { focus: classes.focus ?? "", invalid: classes.invalid ?? "" },
  style: {
    base: {
      color: dark ? "#e9ecea" : "#16262b",
      fontFamily: "Inter, system-ui, sans-serif",
      fontSize: "16px",
      "::placeholder": { color: dark ? "#93a4a6" : "#5d7075" },
    },
    invalid: { color: dark ? "#e98f7b" : "#b4452f" },
  },
});

/** Number, expiry and CVC, styled like the kit's own fields. */
export function CardFields({ card }: { card: CardState }) {
  const { failure, retry } = useCards();
  const dark = useDark();
  const options = useMemo(() => optionsIn(dark), [dark]);
  if (failure) return <ErrorState title="The card form did not load" failure={failure} onRetry={retry} />;
  return (
    <div className={classes.fields}>
      <Field card={card} part="cardNumber" label="Card Number">
        {(id) => (
          <CardNumberElement
            id={id}
            className={classes.box ?? ""}
            options={{ ...options, placeholder: "1234 1234 1234 1234" }}
            onChange={card.changed("cardNumber")}
            onReady={card.readied("cardNumber")}
          />
        )}
      </Field>
      <div className={classes.pair}>
        <Field card={card} part="cardExpiry" label="Expiry date">
          {(id) => (
            <CardExpiryElement
              id={id}
              className={classes.box ?? ""}
              options={options}
              onChange={card.changed("cardExpiry")}
              onReady={card.readied("cardExpiry")}
            />
          )}
        </Field>
        <Field card={card} part="cardCvc" label="CVC">
          {(id) => (
            <CardCvcElement
              id={id}
              className={classes.box ?? ""}
              options={options}
              onChange={card.changed("cardCvc")}
              onReady={card.readied("cardCvc")}
            />
          )}
        </Field>
      </div>
      <p className={classes.note}>
        Your card details go straight to Stripe. We never see them, and keep only the last four digits.
      </p>
    </div>
  );
}

function Field({
  card,
  part,
  label,
  children,
}: {
  card: CardState;
  part: Part;
  label: string;
  children: (id: string) => ReactNode;
}) {
  const id = useId();
  const error = card.errors[part];
  return (
    <Input.Wrapper label={label} labelProps={{ htmlFor: id }} error={error} errorProps={{ role: "alert" }}>
      <div className={error ? classes.wrong : undefined}>{children(id)}</div>
    </Input.Wrapper>
  );
}
