import { addDays } from "@plumbline/contract/dates.ts";
import type { Job } from "../../outbox/jobs.ts";
import { mondayOf } from "./calendar-week.ts";
import { refreshOutdated } from "./listing.ts";
import { deleteShowingsBefore } from "./store.ts";

const retentionDays = 7 * 8;

export const matchingJobs: Job[] = [
  { name: "refresh match rows", everySeconds: 3600, run: refreshOutdated },
  {
    name: "update the match index",
    everySeconds: 60,
    // The index is in each process's memory.
    everywhere: true,
    run: (context) => context.matchIndex.catchUp(),
  },
  {
    name: "delete old showings",
    everySeconds: 24 * 3600,
    run: (context) => deleteShowingsBefore(context.db, addDays(mondayOf(context.clock.now()), -retentionDays)),
  },
];
