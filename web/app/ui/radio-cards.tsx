import { type ReactNode, useId } from "react";
import classes from "./radio-cards.module.css";

export type Card = { value: string; title: ReactNode; text?: ReactNode; aside?: ReactNode };

/** Radio buttons with a sentence each: plans, yes or no. Spread a form's `field(..)` over it. */
export function RadioCards({
  label,
  description,
  cards,
  value,
  onChange,
  error,
  disabled,
}: {
  label: ReactNode;
  description?: ReactNode;
  cards: readonly Card[];
  value?: string | null;
  onChange?: (value: string) => void;
  error?: ReactNode;
  disabled?: boolean;
}) {
  const id = useId();
  return (
    <fieldset className={classes.set} disabled={disabled} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{label}</legend>
      {description && <p className={classes.description}>{description}</p>}
      <div className={classes.cards}>
        {cards.map((card) => (
          <label key={card.value} className={classes.card}>
            <input
              type="radio"
              name={id}
              value={card.value}
              checked={value === card.value}
              onChange={() => onChange?.(card.value)}
              aria-invalid={error ? true : undefined}
            />
            <span className={classes.words}>
              <span className={classes.title}>{card.title}</span>
              {card.text && <span className={classes.text}>{card.text}</span>}
            </span>
            {card.aside && <span className={classes.aside}>{card.aside}</span>}
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
