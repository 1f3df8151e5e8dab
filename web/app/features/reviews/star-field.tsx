import { ratings } from "@plumbline/contract/reviews/rules.ts";
import { useId } from "react";
import classes from "./reviews.module.css";

const star = "M10 1.8l2.5 5.2 5.7.7-4.2 3.9 1.1 5.6L10 14.4l-5.1 2.8 1.1-5.6L1.8 7.7l5.7-.7z";

/** A rating: five radio buttons drawn as stars, usable with the arrow keys. */
export function StarField({
  label,
  hint,
  value,
  onChange,
}: {
  label: string;
  hint?: string;
  /** Null while none is chosen: all are drawn empty. */
  value: number | null;
  onChange: (rating: number) => void;
}) {
  const id = useId();
  return (
    <fieldset className={classes.starField} aria-describedby={hint ? `${id}-hint` : undefined}>
      <legend>{label}</legend>
      <div className={classes.starRow}>
        {ratings.map((rating) => (
          <label key={rating} className={classes.star}>
            <input
              type="radio"
              className="visually-hidden"
              name={id}
              value={rating}
              checked={value === rating}
              // Of the dialog: the first of its fields.
              data-autofocus={rating === (value ?? 1) || undefined}
              onChange={() => onChange(rating)}
              // Clicking the preselected star also counts as choosing it.
              onClick={() => onChange(rating)}
            />
            <svg width="34" height="34" viewBox="0 0 20 20" aria-hidden="true">
              <path
                d={star}
                fill={value !== null && rating <= value ? "var(--brass)" : "none"}
                stroke="var(--brass)"
                strokeLinejoin="round"
              />
            </svg>
            <span className="visually-hidden">{rating === 1 ? "1 star" : `${rating} stars`}</span>
          </label>
        ))}
      </div>
      {hint && (
        <p className="small" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </fieldset>
  );
}
