import { DateInput, type DateInputProps } from "@mantine/dates";
import { dayInLondon, dayOf, formatLong } from "@plumbline/contract/dates.ts";
import { useRef, useState } from "react";
import classes from "./day-input.module.css";
import { dayTyped } from "./day-typed.ts";

/** `minDate` is the earliest day, as the value. */
export type DayInputProps = Omit<DateInputProps, "valueFormat" | "ref" | "minDate"> & { minDate?: string };

const parse = (text: string) => dayTyped(text, dayInLondon(new Date()));

/**
 * A day, typed or picked; the value is "2026-11-24" or null, the text "24 November 2026". A text that is no day stays, with a
 * sentence below it, and the value is null.
 */
export function DayInput({ error, onBlur, ...props }: DayInputProps) {
  const input = useRef<HTMLInputElement>(null);
  /** "typing" while the text is no day yet, "left" once the field was left with it. */
  const [noDay, setNoDay] = useState<"typing" | "left" | null>(null);
  const isDay = (text: string) => {
    const day = parse(text);
    return day !== null && !(props.minDate && day < props.minDate);
  };
  return (
    <DateInput
      ref={input}
      valueFormat="D MMMM YYYY"
      dateParser={parse}
      placeholder="Day, month, year"
      clearable={false}
      weekendDays={[]}
      highlightToday
      previousLabel="Earlier dates"
      nextLabel="Later dates"
      classNames={{ day: classes.day }}
      {...props}
      // What a draft has kept may be no day.
      value={typeof props.value === "string" ? dayOf(props.value) : null}
      error={noDay === "left" ? noDaySentence(props.minDate) : error}
      onInput={({ currentTarget: { value } }) => {
        const empty = value.trim() === "";
        setNoDay(empty || isDay(value) ? null : "typing");
        // Or the day from before would be sent, which is no longer shown.
        if (empty || !isDay(value)) props.onChange?.(null);
      }}
      onBlur={(event) => {
        if (noDay) setNoDay("left");
        onBlur?.(event);
      }}
      // The kit would put back the text of the last day, or none.
      fixOnBlur={!noDay}
      // After picking a day the focus stays where it is: the kit's own return of the focus took it from the next field.
      getDayProps={() => ({
        onClick: () => {
          setNoDay(null);
          input.current?.focus();
        },
      })}
      popoverProps={{
        ...props.popoverProps,
        trapFocus: false,
        returnFocus: false,
        classNames: { dropdown: classes.calendar },
      }}
    />
  );
}

const noDaySentence = (earliest?: string) =>
  `Please write a day${earliest ? ` from ${formatLong(earliest)} on` : ""}, such as 24 November 2026 or 24/11/2026.`;
