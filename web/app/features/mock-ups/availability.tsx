import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import classes from "./mock-ups.module.css";
import { sampleAvailability, times, weekdays } from "./sample.ts";

/** The days and hours in which an advisor takes calls. */
export function Availability() {
  const [days, setDays] = useState(sampleAvailability);
  const [from, setFrom] = useState("09:00");
  const [to, setTo] = useState("17:00");
  const [saved, setSaved] = useState(false);
  const toggle = (name: string) => {
    setSaved(false);
    setDays(days.includes(name) ? days.filter((each) => each !== name) : [...days, name]);
  };
  const hour = (id: string, label: string, value: string, set: (value: string) => void) => (
    <div>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={(event) => {
          setSaved(false);
          set(event.target.value);
        }}
      >
        {times.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    </div>
  );
  return (
    <section className={classes.side} aria-label="Availability">
      <h2>Availability</h2>
      <fieldset className={classes.weekdays}>
        <legend>Days</legend>
        {weekdays.map((name) => (
          <label key={name}>
            <input type="checkbox" checked={days.includes(name)} onChange={() => toggle(name)} />
            {name}
          </label>
        ))}
      </fieldset>
      <div className={classes.pair}>
        {hour("from", "From", from, setFrom)}
        {hour("to", "To", to, setTo)}
      </div>
      <Button variant="line" onClick={() => setSaved(true)}>
        Set up availability
      </Button>
      <p role="status" className={classes.asked}>
        {saved &&
          (from < to ? "In the real thing, these hours would now be open." : "The end must be after the start.")}
      </p>
    </section>
  );
}
