import type { Invoice } from "@plumbline/contract/invoices/contract.ts";
import { formatPounds } from "@plumbline/contract/money.ts";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { DiscardDialog } from "../../ui/kept-note.tsx";
import classes from "./invoice-form.module.css";

/** A draft as somebody saved it after the form was opened, to be taken instead of what is typed, or replaced by it. */
export function SavedSince({ newest, onTake }: { newest: Invoice; onTake: () => void }) {
  const [asking, setAsking] = useState(false);
  return (
    <section aria-label="Saved in the meantime" className={classes.newest}>
      <p className="small">Saved in the meantime. If you save or send, yours replaces it.</p>
      <h2 className="eyebrow">{newest.project.name}</h2>
      <ul>
        {newest.items.map(({ description, quantity, unit_price: price }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing else that is theirs alone, and stay as they are.
          <li key={index}>
            {description}: {quantity} × {formatPounds(price)}
          </li>
        ))}
      </ul>
      <p>
        {formatPounds(newest.total)} in all
        {newest.payment_term_days !== null &&
          `, due in ${newest.payment_term_days} ${newest.payment_term_days === 1 ? "day" : "days"}`}
      </p>
      <Button variant="line" onClick={() => setAsking(true)} aria-haspopup="dialog">
        Take this one instead
      </Button>
      <DiscardDialog opened={asking} onClose={() => setAsking(false)} onDiscard={onTake} />
    </section>
  );
}
