import { formatLong } from "@plumbline/contract/dates.ts";
import { useState } from "react";
import { titled } from "../../titled.ts";
import { Button } from "../../ui/button.tsx";
import { Availability } from "./availability.tsx";
import { CallCard } from "./call-card.tsx";
import classes from "./mock-ups.module.css";
import { Month } from "./month.tsx";
import { Preview } from "./preview.tsx";
import { type SampleCall, sampleCancellations } from "./sample.ts";
import { useSampleCalls } from "./use-sample-calls.ts";

export const meta = () => titled("Calendar");

type Cancellation = { day: string; time: string; name: string; reason: string };

/** An advisor's calls: accept, reject or cancel them, set availability, and see cancelled ones (row K-03). */
export default function AdvisorCalendarPage() {
  const { calls, marks, accept, remove } = useSampleCalls(() => true);
  const [cancelled, setCancelled] = useState<readonly Cancellation[]>(sampleCancellations);
  const [day, setDay] = useState("2026-12-08");
  const cancel = (call: SampleCall, reason: string) => {
    remove(call.id);
    setCancelled([...cancelled, { day: call.day, time: call.time, name: call.customer, reason }]);
  };
  const today = calls.filter((call) => call.day === day);
  return (
    <Preview title="Calendar" sentence="Who would like to talk, when you are free, and what fell through.">
      <Month label="Your calls" chosen={day} onChoose={setDay} marks={marks} />
      <section className={classes.side} aria-label="Calls on this day">
        <h2>{formatLong(day)}</h2>
        {today.length === 0 && <p>No calls on this day.</p>}
        {today.map((call) => (
          <CallCard key={call.id} call={call} withWhom={call.customer} onCancel={(reason) => cancel(call, reason)}>
            {call.state === "requested" && (
              <>
                <Button onClick={() => accept(call.id)}>Accept</Button>
                <Button variant="line" onClick={() => remove(call.id)}>
                  Reject
                </Button>
              </>
            )}
          </CallCard>
        ))}
      </section>
      <Availability />
      <section className={classes.side} aria-label="Cancellation report">
        <h2>Cancellation report</h2>
        <ul className={classes.report}>
          {cancelled.map(({ day: on, time, name, reason }) => (
            <li key={`${on}-${time}-${name}`}>
              <strong>{name}</strong>
              <span className="small">
                {formatLong(on)}, {time}
              </span>
              <p>{reason}</p>
            </li>
          ))}
        </ul>
      </section>
    </Preview>
  );
}
