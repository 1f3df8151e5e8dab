import { type PublicField, type PublicFormName, publicForms } from "@plumbline/contract/public-forms.ts";
import type { ComponentProps, ReactNode } from "react";
import { Button } from "./button.tsx";
import classes from "./plain-form.module.css";

/*
 * Forms of the public pages: plain fields, for which the public script does what the form kit does elsewhere. They are
 * declared as with the form kit, `{...form.field("email")}`, and get their rules from the contract.
 */

/** The props that a field gets from its form. */
type Declared = { id: string; name: string; required: boolean; email?: boolean };

/** A form of the contract: spread `props` over the PlainForm and `field(name)` over each field. */
export function plainForm<F extends PublicFormName>(name: F) {
  const fields: Readonly<Record<string, PublicField>> = publicForms[name].fields;
  return {
    props: { "data-form": name },
    field: (field: keyof (typeof publicForms)[F]["fields"] & string): Declared => ({
      id: field.replaceAll("_", "-"),
      name: field,
      required: fields[field]?.missing !== undefined,
      ...(fields[field]?.email && { email: true }),
    }),
  };
}

/** Without `action` the browser itself sends nothing, because input must not appear in an address. */
export function PlainForm({ className, ...rest }: Omit<ComponentProps<"form">, "onSubmit"> & { "data-form": string }) {
  return (
    <form
      method={rest.action ? "post" : "dialog"}
      {...rest}
      className={[classes.form, className].filter(Boolean).join(" ")}
      noValidate
    />
  );
}

type Shared = Declared & {
  label: ReactNode;
  /** Half the width on wide screens. */
  half?: boolean | undefined;
  /** The server's error when the form was posted without scripts. */
  error?: string | undefined;
};

/** The ids by which the script finds a field and its message, and the state for assistive technology. */
const marks = ({ id, name, required, error }: Shared) => ({
  id,
  name,
  "aria-required": required || undefined,
  "aria-describedby": `${id}-error`,
  "aria-invalid": error ? true : undefined,
});

function Field({ shared, children }: { shared: Shared; children: ReactNode }) {
  return (
    <div className={shared.half ? classes.half : undefined}>
      <label htmlFor={shared.id}>{shared.label}</label>
      {children}
      <p id={`${shared.id}-error`} className={classes.error}>
        {shared.error}
      </p>
    </div>
  );
}

type Of<Tag extends "input" | "textarea"> = Shared & Omit<ComponentProps<Tag>, keyof Declared | "label">;

/** A line of text. */
export function PlainField({ id, name, required, email, label, half, error, ...rest }: Of<"input">) {
  const shared = { id, name, required, label, half, error };
  return (
    <Field shared={shared}>
      <input type={email ? "email" : "text"} maxLength={200} {...rest} {...marks(shared)} />
    </Field>
  );
}

export function PlainTextarea({ id, name, required, email: _, label, half, error, ...rest }: Of<"textarea">) {
  const shared = { id, name, required, label, half, error };
  return (
    <Field shared={shared}>
      <textarea rows={5} maxLength={5000} {...rest} {...marks(shared)} />
    </Field>
  );
}

/** A password with a button that shows it. */
export function PlainPassword({ id, name, required, email: _, label, half, error, ...rest }: Of<"input">) {
  const shared = { id, name, required, label, half, error };
  return (
    <Field shared={shared}>
      <div className={classes.secret}>
        <input {...rest} {...marks(shared)} type="password" maxLength={1000} />
        <button type="button" data-reveal={id} aria-label="Show the password">
          Show
        </button>
      </div>
    </Field>
  );
}

/** A list of the reference data, which the script fetches. */
export function PlainSelect(shared: Shared) {
  return (
    <Field shared={shared}>
      <select {...marks(shared)} defaultValue="">
        <option value="">Select</option>
      </select>
    </Field>
  );
}

/** The cities of a chosen country: typing finds those that are not offered (row D-03). */
export function PlainCity(shared: Shared) {
  const list = `${shared.id}-list`;
  return (
    <Field shared={shared}>
      <div className={classes.combobox}>
        <input
          {...marks(shared)}
          type="text"
          role="combobox"
          aria-expanded="false"
          aria-autocomplete="list"
          aria-controls={list}
          autoComplete="off"
          placeholder="Choose a country first"
          data-chosen=""
          disabled
        />
        <div id={list} role="listbox" aria-label="Cities" hidden />
      </div>
    </Field>
  );
}

/** Radio buttons or a checkbox. */
export function PlainChoice({ options, ...shared }: Shared & { options: Record<string, string> }) {
  return (
    <fieldset className={classes.choice}>
      <legend>{shared.label}</legend>
      <div className={classes.options}>
        {Object.entries(options).map(([value, text], at) => (
          <label key={value}>
            <input
              type="radio"
              value={value}
              id={at === 0 ? shared.id : `${shared.id}-${value}`}
              name={shared.name}
              aria-describedby={`${shared.id}-error`}
            />
            {text}
          </label>
        ))}
      </div>
      <p id={`${shared.id}-error`} className={classes.error} />
    </fieldset>
  );
}

/** The form's button and its status line. `alert` for refusals that stay until they are cleared. */
export function PlainSubmit({
  children,
  busyText,
  disabled,
  alert,
  tone = "bad",
  status,
  beside,
}: {
  busyText: string;
  disabled?: boolean;
  alert?: boolean;
  tone?: "good" | "bad";
  status?: string;
  children: string;
  /** Shown next to the button. */
  beside?: ReactNode;
}) {
  return (
    <div className={classes.send}>
      <div className={classes.actions}>
        <Button type="submit" data-busy={busyText} disabled={disabled}>
          {children}
        </Button>
        {beside}
      </div>
      <div className={classes.status}>
        <p role={alert ? "alert" : "status"} data-status data-tone={tone}>
          {status}
        </p>
        {alert && (
          <Button variant="quiet" data-clear>
            Clear
          </Button>
        )}
      </div>
    </div>
  );
}
