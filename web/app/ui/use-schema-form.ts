import type { FieldErrors } from "@plumbline/contract/fields.ts";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { z } from "zod";
import { isSending } from "../call.ts";
import { asFailure, Failure } from "../failure.ts";
import { fieldsLike } from "../is-like.ts";
import { isRecord } from "../is-record.ts";
import { useSavedInput } from "../saved-input.ts";
import { useCheck } from "./use-check.ts";
import { useFailureReport } from "./use-failure-report.ts";
import { useFields } from "./use-fields.ts";
import { pick, useFormDraft } from "./use-form-draft.ts";

/** The specification's message for a form with missing fields. */
export const completeAll = "Please complete all required fields.";

/** What a field starts with, whose type allows more than that: `initially<Ground | null>(null)`. */
export const initially = <T>(value: T): T => value;

type Options<Values, Output> = {
  initialValues: Values;
  /**
   * The values as typed, for the wire, and as parsed by the schema. May throw a Failure; `false` says that nothing was sent
   * yet, because it is asked about first.
   */
  onSubmit: (values: Values, read: Output) => Promise<unknown> | unknown;
  /** Shown above the button when fields are missing or invalid: `completeAll`, or nothing. */
  incomplete?: string;
  /** Keeps what was changed in this browser under this name, until it is saved: for forms that take a while. */
  draft?: string;
  /** What it is about, where a page has the form for one of several: what a session's end keeps is put back for that one only. */
  about?: string | number;
  /** Leaving asks nothing: the page keeps the input by itself, or it is a moment's work to give it again. */
  kept?: boolean;
  /** The server's name for a field, when the form's is different: `{ "customer_profile.name": "first_name" }`. */
  serverNames?: Record<string, string>;
};

/**
 * A form with the rules and messages of the contract's schema, which `schema` fetches (ADR-027). Spread `props` over the form, `field(name)` over each
 * input; give `busy` to the SubmitButton and `failure` to a FailureNotice. The first invalid field is focused, errors
 * of a 422 are shown at their fields (dotted names too), input is never lost, and only one request is sent at a time.
 */
export function useSchemaForm<S extends z.ZodType, Values extends object>(
  schema: () => Promise<S>,
  {
    initialValues,
    onSubmit,
    incomplete,
    draft,
    about = draft,
    kept = false,
    serverNames = {},
  }: Options<Values, z.output<S>>,
) {
  const form = useFields(initialValues);
  const ready = useCheck(schema);
  const element = useRef<HTMLFormElement>(null);
  const sending = useRef(false);
  const report = useFailureReport();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  /** How often messages were shown beside fields. */
  const [refusals, setRefusals] = useState(0);
  /** The failure that says that fields are missing. */
  const missing = useRef<Failure | null>(null);
  const names = Object.keys(initialValues);
  // Passwords and codes are never stored.
  const keepable = names.filter((name) => !/password|^otp$/i.test(name));
  /** The input as it was sent last: it is not lost by leaving. What is on its way, or was just refused, would be. */
  const sent = useRef<string | null>(null);
  const current = () => (form.isDirty() && keepable.length > 0 ? pick(form.getValues(), keepable) : null);
  const unsaved = () =>
    !kept &&
    !draft &&
    (!sending.current || isSending()) &&
    JSON.stringify(form.getValues()) !== sent.current &&
    current() !== null;
  useSavedInput(
    `${names} ${about}`,
    current,
    (kept) => form.setValues(pick(fieldsLike(initialValues, kept), keepable)),
    unsaved,
  );
  const { restored, discard, saved } = useFormDraft(draft, form, keepable);

  const show = (errors: FieldErrors) => {
    form.setErrors(Object.fromEntries(Object.entries(errors).map(([name, messages]) => [name, messages.join(" ")])));
    setRefusals((count) => count + 1);
  };
  // After the messages are rendered, so that assistive technology reads the field together with its message.
  useEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);

  // The message about missing fields goes as soon as nothing is missing any more.
  const { values } = form;
  useEffect(() => {
    if (!missing.current) return;
    void ready().then((check) => {
      if (check(values).errors === null) setFailure((shown) => (shown === missing.current ? null : shown));
    });
  }, [values, ready]);

  /** Shows what the server refused: at the fields that it names, and the rest above the button. */
  const showFailure = (thrown: unknown) => {
    const { ours, rest } = sort(asFailure(thrown), form.getValues(), serverNames);
    if (Object.keys(ours).length > 0) show(ours);
    setFailure(rest);
  };

  const submit = async () => {
    if (sending.current) return;
    const values = form.getValues();
    sending.current = true;
    try {
      const result = (await ready())(values);
      form.clearErrors();
      if (result.errors) {
        missing.current = incomplete ? new Failure(0, "", incomplete) : null;
        setFailure(missing.current);
        show(result.errors);
        return;
      }
      missing.current = null;
      setBusy(true);
      setFailure(null);
      if ((await onSubmit(values, result.read)) === false) return;
      sent.current = JSON.stringify(values);
      saved(values);
    } catch (error) {
      report(asFailure(error), showFailure);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };

  return {
    props: {
      ref: element,
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        void submit();
      },
    },
    field: (name: string, { type = "input" }: { type?: "input" | "checkbox" } = {}) => form.propsOf(name, type),
    /** For buttons outside the form. */
    submit,
    busy,
    failure,
    setFailure,
    /** For another act on what is typed, such as a preview. */
    showFailure,
    values: form.values,
    setValue: <K extends keyof Values & string>(name: K, value: Values[K]) => form.setFieldValue(name, value),
    setValues: (values: Partial<Values>) => form.setValues(values),
    reset: () => form.reset(),
    /** Whether something was typed that nothing keeps: to be asked about before it is thrown away. */
    unsaved,
    /** Whether a draft was found, and how to return to the values without it. */
    restored,
    discard,
  };
}

/** Separates the server's errors that belong to fields of this form; the rest is shown as a failure of the whole. */
function sort(failure: Failure, values: object, serverNames: Record<string, string>) {
  const ours: FieldErrors = {};
  const others: FieldErrors = {};
  for (const [name, messages] of Object.entries(failure.status === 422 ? failure.errors : {})) {
    const last = name.split(".").at(-1) ?? name;
    const field = serverNames[name] ?? [name, last].find((each) => has(values, each));
    if (field) ours[field] = messages;
    else others[name] = messages;
  }
  if (Object.keys(ours).length === 0) return { ours, rest: failure };
  const { status, statusText, message, allowedActions } = failure;
  const all = Object.keys(others).length === 0;
  return { ours, rest: all ? null : new Failure(status, statusText, message, others, allowedActions) };
}

function has(values: object, path: string): boolean {
  let at: unknown = values;
  return path.split(".").every((part) => {
    if (!isRecord(at) || !(part in at)) return false;
    at = at[part];
    return true;
  });
}
