import { type ReactNode, useId } from "react";
import look from "./radio-cards.module.css";

export type Card = { value: string; title: ReactNode; text?: ReactNode; aside?: ReactNode };

/** One choice among a few that deserve a sentence each: plans, yes or no. Spread a form's `field(..)` over it. */
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
    <fieldset className={look.set} disabled={disabled} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{label}</legend>
      {description && <p className={look.description}>{description}</p>}
      <div className={look.cards}>
        {cards.map((card) => (
          <label key={card.value} className={look.card}>
            <input
              type="radio"
              name={id}
              value={card.value}
              checked={value === card.value}
              onChange={() => onChange?.(card.value)}
              aria-invalid={error ? true : undefined}
            />
            <span className={look.words}>
              <span className={look.title}>{card.title}</span>
              {card.text && <span className={look.text}>{card.text}</span>}
            </span>
            {card.aside && <span className={look.aside}>{card.aside}</span>}
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className={look.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
