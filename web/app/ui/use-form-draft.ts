import { useEffect, useRef, useState } from "react";
import { draftOf } from "../draft.ts";
import { fieldsLike, isLike } from "../is-like.ts";
import type { useFields } from "./use-fields.ts";

/** The named values only. */
export const pick = <Values extends object>(values: Values, names: readonly string[]): Partial<Values> => {
  const picked: Partial<Values> = { ...values };
  for (const name in picked) if (!names.includes(name)) delete picked[name];
  return picked;
};

const differs = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other);
const isEmpty = (value: unknown) => value === "" || value === null || (Array.isArray(value) && value.length === 0);

/**
 * Keeps the changed fields of a form as a draft in this browser and puts them back when the form is opened again; the
 * others, and those that were only emptied, have what the server says now. Without a name nothing is kept.
 */
export function useFormDraft<Values extends object>(
  name: string | undefined,
  form: ReturnType<typeof useFields<Values>>,
  keepable: readonly string[],
) {
  const [restored, setRestored] = useState(false);
  const start = useRef(form.getValues());
  const ready = useRef(false);
  const draft = name ? draftOf<Partial<Values>>(name, (stored) => isLike({}, stored)) : null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the form is opened
  useEffect(() => {
    const kept = fieldsLike(start.current, draft?.read());
    if (Object.keys(kept).length > 0) {
      // Beside what a session's end has kept, which knows of emptied fields too.
      form.setValues(pick(kept, keepable));
      setRestored(true);
    }
    ready.current = true;
  }, []);

  const keep = (typed: Values) => {
    const before: Partial<Values> = start.current;
    const changed: string[] = [];
    for (const key in pick(typed, keepable))
      if (!isEmpty(typed[key]) && differs(typed[key], before[key])) changed.push(key);
    draft?.write(changed.length > 0 ? pick(typed, changed) : null);
  };

  const { values } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: writes what was typed, whenever it changes
  useEffect(() => {
    if (ready.current) keep(values);
  }, [values, name]);

  return {
    restored,
    discard: () => {
      draft?.write(null);
      form.setValues(start.current);
      form.clearErrors();
      setRestored(false);
    },
    /** What was typed while `sent` was saved is a draft still, but not what the form has put back by itself. */
    saved: (sent: Values) => {
      const now = form.getValues();
      const before = start.current;
      start.current = { ...now };
      for (const key in now) if (differs(now[key], before[key])) start.current[key] = sent[key];
      keep(now);
      setRestored(false);
    },
  };
}
