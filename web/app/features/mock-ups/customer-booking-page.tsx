import { formatLong } from "@plumbline/contract/dates.ts";
import { useState } from "react";
import { titled } from "../../titled.ts";
import { Button } from "../../ui/button.tsx";
import classes from "./mock-ups.module.css";
import { Month } from "./month.tsx";
import { Preview } from "./preview.tsx";
import { durations, sampleToday, times, usualDuration } from "./sample.ts";

export const meta = () => titled("Book a call");

/** A day, a time and a length, for a call with an advisor (row K-01). */
export default function CustomerBookingPage() {
  const [day, setDay] = useState(sampleToday);
  const [time, setTime] = useState("10:00");
  const [minutes, setMinutes] = useState<number>(usualDuration);
  const [asked, setAsked] = useState(false);
  const change =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      setAsked(false);
      set(value);
    };
  return (
    <Preview title="Book a call" sentence="Choose a day, a time and how long. Harriet Osei answers within a day.">
      <Month label="Choose a day" chosen={day} onChoose={change(setDay)} />
      <section className={classes.side} aria-label="Your call">
        <h2>Your call with Harriet Osei</h2>
        <p className={classes.when}>{formatLong(day)}</p>
        <label htmlFor="time">Time</label>
        <select id="time" value={time} onChange={(event) => change(setTime)(event.target.value)}>
          {times.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
        <label htmlFor="duration">Duration</label>
        <select id="duration" value={minutes} onChange={(event) => change(setMinutes)(Number(event.target.value))}>
          {durations.map((each) => (
            <option key={each} value={each}>
              {each} minutes
            </option>
          ))}
        </select>
        <Button onClick={() => setAsked(true)}>Ask for this time</Button>
        <p role="status" className={classes.asked}>
          {asked &&
            `In the real thing, Harriet would now be asked for ${formatLong(day)}, ${time}, ${minutes} minutes.`}
        </p>
      </section>
    </Preview>
  );
}
