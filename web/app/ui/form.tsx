import { type ComponentProps, type ReactNode, useSyncExternalStore } from "react";
import look from "./form.module.css";

/**
 * The rhythm of a form: fields below one another. Spread `useSchemaForm().props` over it. A form that the server drew
 * takes no typing until the page has come alive: what is typed before would be lost.
 */
export function Form({ children, ...rest }: ComponentProps<"form">) {
  const awake = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  return (
    <form {...rest}>
      <fieldset className={look.form} disabled={!awake}>
        {children}
      </fieldset>
    </form>
  );
}

/** Two fields side by side where there is room. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className={look.pair}>{children}</div>;
}

/** The row of buttons at a form's end. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={look.actions}>{children}</div>;
}
