import {
  type InputWrapperProps,
  type MultiSelectProps,
  type NumberInputProps,
  Pill,
  PillsInput,
  type SelectProps,
  TextInput,
} from "@mantine/core";
import { dayOf, formatLong } from "@plumbline/contract/dates.ts";
import type { ReactNode } from "react";
import type { DayInputProps } from "./day-input.tsx";
import { lateInput } from "./late-input.tsx";
import pills from "./pills.module.css";
import type { TagsInputProps } from "./tags-input.tsx";

/** What opens a list says so before it can. */
const closed = { role: "combobox", "aria-haspopup": "listbox", "aria-expanded": false } as const;

type Field = Pick<InputWrapperProps, "label" | "description" | "error"> & { placeholder?: string | undefined };
/** What stands around any input; the size is the one that ui/theme.ts gives these inputs. */
const around = ({ label, description, error, placeholder }: Field) => ({
  label,
  description,
  error,
  placeholder,
  size: "md" as const,
});

/** The kit's two arrows at the end of a list, of its size. */
const arrows = (
  <svg viewBox="0 0 15 15" fill="none" width="20" height="20" aria-hidden="true" className={pills.arrows}>
    <path
      d="M4.93 5.43a.45.45 0 0 0 .64.64L7.5 4.14l1.93 1.93a.45.45 0 0 0 .64-.64L7.82 3.18a.45.45 0 0 0-.64 0zM10.07 9.57a.45.45 0 0 0-.64-.64L7.5 10.86 5.57 8.93a.45.45 0 0 0-.64.64l2.25 2.25a.45.45 0 0 0 .64 0z"
      fill="currentColor"
    />
  </svg>
);

type Choice = { value: string; label: string };

export const Select = lateInput<Omit<SelectProps, "data"> & { data: readonly Choice[] }>(
  // The kit's input takes these and more, by types that depend on its data, which lateInput cannot express.
  async () => (await import("./opening-inputs.tsx")).Select as never,
  ({ data, value, ...field }) => (
    <TextInput
      {...around(field)}
      {...closed}
      aria-label={field["aria-label"]}
      readOnly
      value={data.find((each) => each.value === value)?.label ?? ""}
      rightSection={arrows}
      rightSectionPointerEvents="none"
    />
  ),
);

/** A field of pills; with what stands at its end it opens a list. */
function Pills({ names, end, ...field }: Field & { names: readonly string[]; end?: ReactNode }) {
  const { placeholder, ...wrapper } = around(field);
  return (
    <PillsInput {...wrapper} classNames={{ input: pills.field }} rightSection={end} rightSectionPointerEvents="none">
      <Pill.Group size="md">
        {names.map((name) => (
          <Pill key={name} withRemoveButton>
            {name}
          </Pill>
        ))}
        <PillsInput.Field
          {...(end ? closed : {})}
          readOnly
          placeholder={placeholder}
          classNames={{ field: pills.inner }}
        />
      </Pill.Group>
    </PillsInput>
  );
}

export const MultiSelect = lateInput<Omit<MultiSelectProps, "data"> & { data: readonly Choice[] }>(
  // As of Select.
  async () => (await import("./opening-inputs.tsx")).MultiSelect as never,
  ({ data, value = [], ...field }) => (
    <Pills {...field} names={value.map((each) => data.find((one) => one.value === each)?.label ?? "")} end={arrows} />
  ),
);

export const TagsInput = lateInput<TagsInputProps>(
  async () => (await import("./tags-input.tsx")).TagsInput,
  ({ value = [], ...field }) => <Pills {...field} names={value} />,
);

/** A sum in pounds, with its unit while nobody types. */
export const PoundsInput = lateInput<NumberInputProps>(
  async () => (await import("./pounds-input.tsx")).PoundsInput,
  ({ value, suffix = "", ...field }) => (
    <TextInput
      {...around(field)}
      readOnly
      inputMode="decimal"
      value={
        value === "" || value == null
          ? ""
          : `£${Number(value).toLocaleString("en-GB", { maximumFractionDigits: 2 })}${suffix}`
      }
    />
  ),
);

/** A day, typed or picked; the value is "2026-11-24" or null, the text "24 November 2026". */
export const DayField = lateInput<DayInputProps>(
  async () => (await import("./day-input.tsx")).DayInput,
  ({ value, ...field }) => (
    <TextInput
      {...around({ ...field, placeholder: "Day, month, year" })}
      readOnly
      value={typeof value === "string" && dayOf(value) ? formatLong(value) : ""}
    />
  ),
);
