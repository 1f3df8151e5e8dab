import { formatLong } from "@plumbline/contract/dates.ts";
import { useState } from "react";
import { titled } from "../../titled.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { CallCard } from "./call-card.tsx";
import classes from "./mock-ups.module.css";
import { Month } from "./month.tsx";
import { Preview } from "./preview.tsx";
import { useSampleCalls } from "./use-sample-calls.ts";

export const meta = () => titled("Calendar");

/** The calls that a member has requested (row K-02). */
export default function CustomerCalendarPage() {
  const { calls, marks, remove } = useSampleCalls(({ customer }) => customer === "Priya Raman");
  const [day, setDay] = useState("2026-12-03");
  const today = calls.filter((call) => call.day === day);
  return (
    <Preview title="Calendar" sentence="Your calls with advisors, and a way to move out of one.">
      <Month label="Your calls" chosen={day} onChoose={setDay} marks={marks} />
      <section className={classes.side} aria-label="Calls on this day">
        <h2>{formatLong(day)}</h2>
        {today.length === 0 && <p>No calls on this day.</p>}
        {today.map((call) => (
          <CallCard key={call.id} call={call} withWhom={call.advisor} onCancel={() => remove(call.id)} />
        ))}
        <ButtonLink to="/customer/booking" variant="line">
          Book a call
        </ButtonLink>
      </section>
    </Preview>
  );
}
