import { type FormEvent, useId, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import look from "./mock-ups.module.css";
import { messageMissing } from "./sample.ts";

/** Cancelling a call asks for a word to the other side. */
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
    <form className={look.cancel} onSubmit={submit} noValidate>
      <label htmlFor={id}>Message to {to}</label>
      <textarea id={id} ref={field} rows={3} aria-invalid={wrong || undefined} aria-describedby={`${id}-error`} />
      <p id={`${id}-error`} className={look.error} role="alert">
        {wrong && messageMissing}
      </p>
      <div className={look.actions}>
        <Button type="submit" look="danger">
          Cancel the call
        </Button>
        <Button look="quiet" onClick={onKeep}>
          Keep it
        </Button>
      </div>
    </form>
  );
}
