import type { DefaultCard } from "@plumbline/contract/membership/contract.ts";
import { texts } from "@plumbline/contract/membership/rules.ts";
import { lazy, Suspense, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Surface } from "../../ui/surface.tsx";
import { brandOf } from "../payment/card-words.ts";
import classes from "./billing.module.css";

const CardForm = lazy(() => import("./card-form.tsx"));

/**
 * The default card, and the form that replaces it (row B-09). Without a card the form is open; undefined is not known
 * yet.
 */
export function CardOnFile({
  card,
  owed,
  onSaved,
}: {
  card: DefaultCard | null | undefined;
  /** Pounds of a renewal that failed: a new card is charged with it at once. */
  owed: number | null;
  onSaved: () => void;
}) {
  const [editing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const open = editing || card === null;
  const close = () => {
    setEditing(false);
    requestAnimationFrame(() => edit.current?.focus());
  };
  return (
    <Surface>
      <p className="eyebrow" id="card">
        Your card
      </p>
      {card ? (
        <>
          <p className={classes.plan}>
            {brandOf(card)} <span className={classes.number}>•••• {card.last4}</span>
          </p>
          <p className={classes.small}>
            Expires {String(card.exp_month).padStart(2, "0")}/{card.exp_year}
          </p>
        </>
      ) : (
        <p className={classes.small}>
          {card === null
            ? "There is no card yet. Invoices are paid with the one you save here."
            : "We are still asking Stripe about your card."}
        </p>
      )}
      {open ? (
        <div className={classes.form}>
          <Suspense>
            <CardForm
              owed={owed}
              onCancel={card === null ? null : close}
              onSaved={() => {
                onSaved();
                close();
              }}
            />
          </Suspense>
        </div>
      ) : (
        <div className={classes.edit}>
          <Button ref={edit} variant="line" onClick={() => setEditing(true)}>
            {texts.editCard}
          </Button>
        </div>
      )}
    </Surface>
  );
}
