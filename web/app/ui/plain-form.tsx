import { emailMessage, emailPattern, fieldErrors } from "@plumbline/contract/fields.ts";
import type { ComponentProps, ReactNode } from "react";
import type { z } from "zod";
import { Button } from "./button.tsx";
import look from "./plain-form.module.css";

/*
 * Forms of pages that are only read until somebody fills them in: plain fields, for which shell/visit.js does what the form
 * kit does elsewhere. The messages come from the contract's schemas and stand in the page, beside their fields.
 */

/** What a schema says of a form that is sent empty: the message of each field, by its dotted name. */
export function messagesOf(schema: z.ZodType, empty: object = {}): Record<string, string> {
  const { error } = schema.safeParse(empty);
  const messages = Object.entries(error ? fieldErrors(error) : {});
  return Object.fromEntries(messages.map(([name, [message = ""]]) => [name, message]));
}

export type PlainFormProps = Omit<ComponentProps<"form">, "onSubmit"> & {
  /** Where the script sends the values, as JSON; dots in names make objects. */
  call: string;
  /** Said at the end when fields are missing or wrong. */
  incomplete?: string;
  /** Said when nobody answered. */
  failed: string;
};

/** Without `action` the browser by itself sends nothing: what is typed belongs into no address. */
export function PlainForm({ call, incomplete, failed, className, ...rest }: PlainFormProps) {
  return (
    <form
      method={rest.action ? "post" : "dialog"}
      {...rest}
      className={[look.form, className].filter(Boolean).join(" ")}
      noValidate
      data-call={call}
      data-incomplete={incomplete}
      data-failed={failed}
    />
  );
}

type Shared = {
  id: string;
  label: ReactNode;
  /** What is sent; `id` when not given. */
  name?: string;
  /** What is said when it is empty; nothing: it may be. */
  missing?: string | undefined;
  /** Half the width, where there is room. */
  half?: boolean;
};

/** The attributes by which the script finds a field's messages and its place for them. */
function marks({ id, name, missing }: Shared) {
  return {
    id,
    name: name ?? id,
    "data-missing": missing,
    "aria-required": missing ? true : undefined,
    "aria-describedby": `${id}-error`,
  };
}

function Field({ shared, children, message }: { shared: Shared; children: ReactNode; message?: string | undefined }) {
  return (
    <div className={shared.half ? look.half : undefined}>
      <label htmlFor={shared.id}>{shared.label}</label>
      {children}
      <p id={`${shared.id}-error`} className={look.error}>
        {message}
      </p>
    </div>
  );
}

/** A line of text. `message` is what the server had to say of it when the form was posted without script. */
export function PlainField({
  id,
  label,
  name,
  missing,
  half,
  message,
  ...rest
}: Shared & { message?: string | undefined } & Omit<ComponentProps<"input">, "id" | "name">) {
  const shared = { id, label, missing, ...(name ? { name } : {}), ...(half ? { half } : {}) };
  const address = rest.type === "email" ? { pattern: emailPattern.source, "data-mismatch": emailMessage } : {};
  return (
    <Field shared={shared} message={message}>
      <input
        type="text"
        maxLength={200}
        {...rest}
        {...address}
        {...marks(shared)}
        aria-invalid={message ? true : undefined}
      />
    </Field>
  );
}

export function PlainTextarea({
  id,
  label,
  name,
  missing,
  message,
  ...rest
}: Shared & { message?: string | undefined } & Omit<ComponentProps<"textarea">, "id" | "name">) {
  const shared = { id, label, missing, ...(name ? { name } : {}) };
  return (
    <Field shared={shared} message={message}>
      <textarea rows={5} maxLength={5000} {...rest} {...marks(shared)} aria-invalid={message ? true : undefined} />
    </Field>
  );
}

/** A password with a button that shows it. */
export function PlainPassword({ id, label, missing, ...rest }: Shared & Omit<ComponentProps<"input">, "id" | "name">) {
  const shared = { id, label, missing };
  return (
    <Field shared={shared}>
      <div className={look.secret}>
        <input {...rest} {...marks(shared)} type="password" maxLength={1000} />
        <button type="button" data-reveal={id} aria-label="Show the password">
          Show
        </button>
      </div>
    </Field>
  );
}

/** One of a list of the reference data, which shell/forms.js fetches; sorted by name unless its own order matters. */
export function PlainSelect({ list, sorted = true, ...shared }: Shared & { list: string; sorted?: boolean }) {
  return (
    <Field shared={shared}>
      <select {...marks(shared)} data-list={list} data-sorted={sorted || undefined} defaultValue="">
        <option value="">Select</option>
      </select>
    </Field>
  );
}

/** One of the cities of the country chosen in the field `of`: typing finds those that are not offered (row D-03). */
export function PlainCity({ of, ...shared }: Shared & { of: string }) {
  const list = `${shared.id}-list`;
  return (
    <Field shared={shared}>
      <div className={look.combobox}>
        <input
          {...marks(shared)}
          type="text"
          role="combobox"
          aria-expanded="false"
          aria-autocomplete="list"
          aria-controls={list}
          autoComplete="off"
          placeholder="Choose a country first"
          data-cities-of={of}
          data-chosen=""
          disabled
        />
        <div id={list} role="listbox" aria-label="Cities" hidden />
      </div>
    </Field>
  );
}

/** Yes or no, or one of a few. */
export function PlainChoice({ label, options, ...shared }: Shared & { options: Record<string, string> }) {
  return (
    <fieldset className={look.choice}>
      <legend>{label}</legend>
      <div className={look.options}>
        {Object.entries(options).map(([value, text], at) => (
          <label key={value}>
            <input
              type="radio"
              value={value}
              id={at === 0 ? shared.id : `${shared.id}-${value}`}
              name={shared.name ?? shared.id}
              data-missing={at === 0 ? shared.missing : undefined}
              aria-describedby={`${shared.id}-error`}
            />
            {text}
          </label>
        ))}
      </div>
      <p id={`${shared.id}-error`} className={look.error} />
    </fieldset>
  );
}

/** The form's one button, and what is said of the whole. `alert` for refusals that stay until they are cleared. */
export function PlainSend({
  text,
  busy,
  disabled,
  alert,
  tone = "bad",
  said,
  children,
}: {
  text: string;
  busy: string;
  disabled?: boolean;
  alert?: boolean;
  tone?: "good" | "bad";
  said?: string;
  children?: ReactNode;
}) {
  return (
    <div className={look.send}>
      <div className={look.actions}>
        <Button type="submit" data-busy={busy} disabled={disabled}>
          {text}
        </Button>
        {children}
      </div>
      <div className={look.status}>
        <p role={alert ? "alert" : "status"} data-said data-tone={tone}>
          {said}
        </p>
        {alert && (
          <Button look="quiet" data-clear>
            Clear
          </Button>
        )}
      </div>
    </div>
  );
}
