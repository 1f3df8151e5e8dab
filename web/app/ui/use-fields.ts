import { useRef, useState } from "react";

/** For any input: which type its value has is known where the form is declared. */
type FieldProps = {
  onChange: (given: unknown) => void;
  error?: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: inputs have values of different types
  value?: any;
  checked?: boolean;
};

/**
 * The values of a form and the messages beside its fields. A message goes when its field is changed; `getValues` has what
 * was set since the last rendering too.
 */
export function useFields<Values extends object>(initialValues: Values) {
  const [start] = useState(initialValues);
  const [values, setState] = useState(start);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const latest = useRef(start);

  const write = (next: Values) => {
    latest.current = next;
    setState(next);
  };
  const setFieldValue = (name: string, value: unknown) => {
    write({ ...latest.current, [name]: value });
    setErrors(({ [name]: _gone, ...others }) => others);
  };

  return {
    values,
    getValues: () => latest.current,
    setFieldValue,
    /** Some of the values; all messages go. */
    setValues: (some: Partial<Values>) => {
      write({ ...latest.current, ...some });
      setErrors({});
    },
    setErrors,
    clearErrors: () => setErrors({}),
    reset: () => {
      write(start);
      setErrors({});
    },
    /** Whether anything differs from the values the form began with. */
    isDirty: () => JSON.stringify(latest.current) !== JSON.stringify(start),
    /** What an input needs; `onChange` takes the event of a native input or the value of one of the form kit. */
    propsOf: (name: string, type: "input" | "checkbox"): FieldProps => {
      const value: unknown = Object.entries(latest.current).find(([own]) => own === name)?.[1];
      return {
        onChange: (given: unknown) => setFieldValue(name, valueIn(given)),
        error: errors[name],
        ...(type === "checkbox" ? { checked: value === true } : { value }),
      };
    },
  };
}

function valueIn(given: unknown): unknown {
  const target =
    typeof given === "object" && given && "nativeEvent" in given && "currentTarget" in given && given.currentTarget;
  if (target instanceof HTMLInputElement) return target.type === "checkbox" ? target.checked : target.value;
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement ? target.value : given;
}
