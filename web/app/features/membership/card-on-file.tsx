import type { DefaultCard } from "@plumbline/contract/membership/contract.ts";
import { texts } from "@plumbline/contract/membership/rules.ts";
import { useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Surface } from "../../ui/surface.tsx";
import { CardProvider } from "../payment/card-provider.tsx";
import look from "./billing.module.css";
import { CardForm } from "./card-form.tsx";

/** The default card, and the form that replaces it (row B-09). Without one the form stands open. */
export function CardOnFile({ card, onSaved }: { card: DefaultCard | null; onSaved: () => void }) {
  const [editing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const open = editing || card === null;
  const close = () => {
    setEditing(false);
    requestAnimationFrame(() => edit.current?.focus());
  };
  return (
    <Surface>
      <p className="eyebrow">Your card</p>
      {card ? (
        <>
          <p className={look.plan}>
            {card.brand} <span className={look.number}>•••• {card.last4}</span>
          </p>
          <p className={look.small}>
            Expires {String(card.exp_month).padStart(2, "0")}/{card.exp_year}
          </p>
        </>
      ) : (
        <p className={look.small}>There is no card yet. Invoices are paid with the one you save here.</p>
      )}
      {open ? (
        <div className={look.form}>
          <CardProvider>
            <CardForm
              onCancel={card ? close : null}
              onSaved={() => {
                onSaved();
                close();
              }}
            />
          </CardProvider>
        </div>
      ) : (
        <div className={look.edit}>
          <Button ref={edit} look="line" onClick={() => setEditing(true)}>
            {texts.editCard}
          </Button>
        </div>
      )}
    </Surface>
  );
}
