import { DateInput, type DateInputProps } from "@mantine/dates";
import { useRef } from "react";
import classes from "./day-input.module.css";

/** A day, typed or picked; the value is "2026-11-24" or null, the text "24 November 2026". */
export function DayInput(props: Omit<DateInputProps, "valueFormat" | "ref">) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <DateInput
      ref={input}
      valueFormat="D MMMM YYYY"
      dateParser={dayTyped}
      placeholder="Day, month, year"
      clearable={false}
      weekendDays={[]}
      highlightToday
      previousLabel="Earlier dates"
      nextLabel="Later dates"
      classNames={{ day: classes.day }}
      {...props}
      // After picking a day the focus stays where it is: the kit's own return of the focus took it from the next field.
      getDayProps={() => ({ onClick: () => input.current?.focus() })}
      popoverProps={{
        ...props.popoverProps,
        trapFocus: false,
        returnFocus: false,
        classNames: { dropdown: classes.calendar },
      }}
    />
  );
}

/** British dates: 24/11/2026 or 24 November 2026; the kit's own parser would read the first as American. */
function dayTyped(text: string): string | null {
  const numbers = /^\s*(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})\s*$/.exec(text);
  const iso = /^\s*(\d{4})-(\d{2})-(\d{2})\s*$/.exec(text);
  const words = /^\s*(\d{1,2})\s+([a-z]{3,9})\s+(\d{4})\s*$/i.exec(text);
  if (numbers) return real(Number(numbers[3]), Number(numbers[2]), Number(numbers[1]));
  if (iso) return real(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  if (!words) return null;
  const month = months.indexOf((words[2] ?? "").slice(0, 3).toLowerCase()) + 1;
  return real(Number(words[3]), month, Number(words[1]));
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

function real(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day ? at.toISOString().slice(0, 10) : null;
}
