import type { MultiSelectProps, SelectProps } from "@mantine/core";
import { byName } from "@plumbline/contract/reference/order.ts";
import type { ReactNode } from "react";
import { TextButton } from "./button.tsx";
import { MultiSelect, Select } from "./late-inputs.tsx";
import classes from "./select-field.module.css";
import type { Loaded } from "./use-loaded.ts";

type Entry = { id: number; name: string };

type Choice<T> = {
  label: ReactNode;
  /** The loaded lists, and which one this field shows. */
  from: Loaded<T>;
  pick: (data: T) => readonly Entry[];
  /** By name, ignoring case; false keeps the given order, as company sizes need. */
  sorted?: boolean;
};

function optionsOf<T>({ data }: Loaded<T>, pick: (data: T) => readonly Entry[], sorted: boolean) {
  if (!data) return [];
  const entries = pick(data);
  return (sorted ? byName(entries) : entries).map(({ id, name }) => ({ value: String(id), label: name }));
}

function Trouble({ from }: { from: Loaded<unknown> }) {
  if (!from.failure) return null;
  const { status, statusText, message } = from.failure;
  return (
    <p className={classes.trouble} role="alert">
      {status ? `${status} ${statusText}` : message} <TextButton onClick={from.retry}>Try again</TextButton>
    </p>
  );
}

/** A select of the reference data; the value is the id as a number, or null. */
export function SelectField<T>({
  from,
  pick,
  sorted = true,
  value,
  onChange,
  ...rest
}: Choice<T> &
  Omit<SelectProps, "data" | "value" | "onChange"> & {
    value?: number | null;
    onChange?: (id: number | null) => void;
  }) {
  const data = optionsOf(from, pick, sorted);
  return (
    <div>
      <Select
        // A form that focuses its first invalid field must not open a list over the messages below it.
        openOnFocus={false}
        // Choosing the chosen option again keeps it, instead of clearing the field.
        allowDeselect={false}
        searchable={data.length > 8}
        placeholder={from.data || from.failure ? "Select" : "Loading…"}
        nothingFoundMessage="Nothing found"
        {...rest}
        data={data}
        value={value == null ? null : String(value)}
        onChange={(id) => onChange?.(id === null ? null : Number(id))}
      />
      <Trouble from={from} />
    </div>
  );
}

/** A multiple select of the reference data; the value is the ids as numbers. */
export function MultiSelectField<T>({
  from,
  pick,
  sorted = true,
  value,
  onChange,
  ...rest
}: Choice<T> &
  Omit<MultiSelectProps, "data" | "value" | "onChange"> & { value?: number[]; onChange?: (ids: number[]) => void }) {
  const data = optionsOf(from, pick, sorted);
  return (
    <div>
      <MultiSelect
        openOnFocus={false}
        searchable
        hidePickedOptions
        placeholder={value && value.length > 0 ? undefined : from.data || from.failure ? "Select" : "Loading…"}
        nothingFoundMessage="Nothing found"
        {...rest}
        data={data}
        value={(value ?? []).map(String)}
        onChange={(ids) => onChange?.(ids.map(Number))}
      />
      <Trouble from={from} />
    </div>
  );
}
