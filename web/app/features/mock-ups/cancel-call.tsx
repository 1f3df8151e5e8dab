import { type FormEvent, useId, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import classes from "./mock-ups.module.css";
import { messageMissing } from "./sample.ts";

/** Cancelling a call requires a message to the other member (row K-04). */
export function CancelCall({
  to,
  onCancel,
  onKeep,
}: {
  to: string;
  onCancel: (message: string) => void;
  onKeep: () => void;
}) {
  const [wrong, setWrong] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const message = field.current?.value.trim() ?? "";
    setWrong(message === "");
    if (message) onCancel(message);
    else field.current?.focus();
  };
  return (
    <form className={classes.cancel} onSubmit={submit} noValidate>
      <label htmlFor={id}>Message to {to}</label>
      <textarea id={id} ref={field} rows={3} aria-invalid={wrong || undefined} aria-describedby={`${id}-error`} />
      <p id={`${id}-error`} className={classes.error} role="alert">
        {wrong && messageMissing}
      </p>
      <div className={classes.actions}>
        <Button type="submit" variant="danger">
          Cancel the call
        </Button>
        <Button variant="quiet" onClick={onKeep}>
          Keep it
        </Button>
      </div>
    </form>
  );
}
