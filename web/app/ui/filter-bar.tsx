import { useEffect, useId, useRef, useState } from "react";
import { useNavigation, useSearchParams } from "react-router";
import { TextButton } from "./button.tsx";
import classes from "./filter-bar.module.css";
import { WordsField } from "./words-field.tsx";

/** A filter with a few values; without one chosen it shows `all`, or the first value where a list has no such state. */
export type FilterChoice = {
  name: string;
  label: string;
  all?: string;
  options: readonly { value: string; label: string }[];
};

/** A word as the label of a choice: "Void". */
export const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * The filters of a list, which live in the address: words as `q`, the choices by their names, days as `from` and `to`. A
 * change drops everything else from the address, so that a list starts at its first page.
 */
export function FilterBar({
  label,
  words,
  choices = [],
  days,
}: {
  /** What the filters are for, for screen readers: "Filter invoices". */
  label: string;
  /** What the words are searched in: "Number, engagement or customer"; a list without them is not searched. */
  words?: string;
  choices?: readonly FilterChoice[];
  /** What the first and the last day are of: "Issued". */
  days?: string;
}) {
  const [search, setSearch] = useSearchParams();
  const { location: next } = useNavigation();
  const [open, setOpen] = useState(false);
  const names = [
    ...(words === undefined ? [] : ["q"]),
    ...choices.map(({ name }) => name),
    ...(days ? ["from", "to"] : []),
  ];
  const chosen = names.filter((name) => search.get(name));
  const hidden = chosen.filter((name) => name !== "q").length;
  const fields = useId();
  const set = (name: string, chosenValue: string) => {
    let value = chosenValue;
    // The newest address: what is shown may be older while the list loads, and another filter's choice would be lost.
    const { pathname } = window.location;
    const current = new URLSearchParams((next?.pathname === pathname ? next : window.location).search);
    const changed = new URLSearchParams();
    const { all, options = [] } = choices.find((choice) => choice.name === name) ?? {};
    // The first value of a choice without `all` is what the list does by itself.
    if (all === undefined && value === options[0]?.value) value = "";
    for (const each of names) {
      const kept = each === name ? value : current.get(each);
      if (kept) changed.set(each, kept);
    }
    // Typing on replaces the entry, so that one step back leaves the whole search.
    setSearch(changed, { preventScrollReset: true, replace: name === "q" && current.has("q") });
  };
  return (
    <search className={classes.bar} aria-label={label}>
      {words !== undefined && (
        <WordsField value={search.get("q") ?? ""} placeholder={words} onChange={(value) => set("q", value)} />
      )}
      {names.some((name) => name !== "q") && (
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={open}
          aria-controls={fields}
          onClick={() => setOpen(!open)}
        >
          Filters{hidden > 0 && ` (${hidden})`}
        </button>
      )}
      <div id={fields} className={classes.fields} data-open={open}>
        {choices.map(({ name, label, all, options }) => (
          <label key={name} className={classes.field}>
            {label}
            <select
              value={search.get(name) ?? (all ? "" : options[0]?.value)}
              onChange={(event) => set(name, event.target.value)}
            >
              {all && <option value="">{all}</option>}
              {options.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        ))}
        {days &&
          (["from", "to"] as const).map((name) => (
            <DayFilter
              key={name}
              label={name === "from" ? `${days} from` : "to"}
              value={search.get(name) ?? ""}
              min={(name === "to" && search.get("from")) || "1900-01-01"}
              max={(name === "from" && search.get("to")) || "2199-12-31"}
              onChange={(day) => set(name, day)}
            />
          ))}
      </div>
      {chosen.length > 0 && (
        <TextButton onClick={() => setSearch({}, { preventScrollReset: true })}>Clear the filters</TextButton>
      )}
    </search>
  );
}

/**
 * A day of a filter. While it is typed, the browser gives a day for each digit of the year, of which the first three are
 * asked for only where somebody leaves it so.
 */
function DayFilter({
  label,
  value,
  onChange,
  ...bounds
}: {
  label: string;
  value: string;
  min: string;
  max: string;
  onChange: (day: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  const asked = useRef(value);
  // Back, forward or a link changed the day.
  useEffect(() => {
    if (value !== asked.current) setTyped(value);
    asked.current = value;
  }, [value]);
  const ask = (day: string) => {
    if (day === asked.current) return;
    asked.current = day;
    onChange(day);
  };
  return (
    <label className={classes.field}>
      {label}
      <input
        {...bounds}
        type="date"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          if (target.validity.valid) ask(target.value);
        }}
        onBlur={({ target }) => ask(target.value)}
      />
    </label>
  );
}
