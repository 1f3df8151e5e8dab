import { type ComponentProps, type ReactNode, useSyncExternalStore } from "react";
import classes from "./form.module.css";

/**
 * The layout of a form: fields below one another. Spread `useSchemaForm().props` over it. A server-rendered form is
 * disabled until the page is hydrated, because earlier input would be lost.
 */
export function Form({ children, ...rest }: ComponentProps<"form">) {
  const hydrated = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  return (
    <form {...rest}>
      <fieldset className={classes.form} disabled={!hydrated}>
        {children}
      </fieldset>
    </form>
  );
}

/** Two fields side by side on wide screens. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className={classes.pair}>{children}</div>;
}

/** The row of buttons at a form's end. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}
