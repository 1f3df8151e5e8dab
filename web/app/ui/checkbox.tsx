import { type ChangeEvent, type ReactNode, useId } from "react";
import classes from "./checkbox.module.css";

/** A box to tick with its label, and the message beside it. The browser's own, a tenth of the script of the form kit's. */
export function Checkbox({
  label,
  checked,
  onChange,
  error,
}: {
  label: ReactNode;
  checked?: boolean;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  error?: string | undefined;
}) {
  const id = useId();
  return (
    <div className={classes.box}>
      <input
        type="checkbox"
        id={id}
        checked={checked ?? false}
        onChange={onChange}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      <label htmlFor={id}>{label}</label>
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}
