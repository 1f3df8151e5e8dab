import { useState } from "react";
import { type SampleCall, sampleCalls } from "./sample.ts";

/** The sample calls with the changes of this visit; a reload starts again from the sample. */
export function useSampleCalls(mine: (call: SampleCall) => boolean) {
  const [calls, setCalls] = useState(() => sampleCalls.filter(mine));
  const marks: Record<string, number> = {};
  for (const { day } of calls) marks[day] = (marks[day] ?? 0) + 1;
  return {
    calls,
    marks,
    accept: (id: number) => setCalls(calls.map((call) => (call.id === id ? { ...call, state: "accepted" } : call))),
    remove: (id: number) => setCalls(calls.filter((call) => call.id !== id)),
  };
}
