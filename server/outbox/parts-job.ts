import { makePartsAhead, type PartedTable } from "../database/parts.ts";
import type { Job } from "./jobs.ts";
import { events } from "./schema.ts";

/** The log is divided by id, and so by time (ADR-053). */
export const eventParts: PartedTable = {
  key: events.id,
  sequence: "events_id_seq",
  size: 100_000_000,
};

export const outboxJobs: Job[] = [
  {
    name: "make the next part of the event log",
    everySeconds: 3600,
    run: ({ database }) => makePartsAhead(database, eventParts),
  },
];
