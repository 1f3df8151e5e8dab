import { type SubmitEvent, useEffect, useRef, useState } from "react";
import classes from "./words-field.module.css";

/** How long after the last letter a list is filtered, in milliseconds. */
const pause = 250;

/** Words to search for, which are passed on while they are typed, a moment after the last letter, or at once with Enter. */
export function WordsField({
  value,
  label = "Search",
  placeholder,
  onChange,
}: {
  value: string;
  label?: string;
  placeholder: string;
  onChange: (value: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  const asked = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // What the timer passes on goes to the page as it is by then.
  const latest = useRef({ value, onChange });
  latest.current = { value, onChange };
  useEffect(() => () => clearTimeout(timer.current), []);
  // Back, forward or a link changed the words, and what was typed before is not asked for any more.
  useEffect(() => {
    if (value !== asked.current) {
      clearTimeout(timer.current);
      setTyped(value);
    }
    asked.current = value;
  }, [value]);
  const ask = (text: string) => {
    clearTimeout(timer.current);
    const words = text.trim();
    // Both: what was asked for before may still be on its way.
    if (words === latest.current.value && words === asked.current) return;
    asked.current = words;
    latest.current.onChange(words);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    ask(typed);
  };
  return (
    <form className={classes.words} onSubmit={submit}>
      <input
        type="search"
        enterKeyHint="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={100}
        value={typed}
        onChange={(event) => {
          const text = event.target.value;
          setTyped(text);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => ask(text), pause);
        }}
      />
    </form>
  );
}
