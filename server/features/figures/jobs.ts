import type { Job } from "../../outbox/jobs.ts";
import { countWhatWaits } from "./counting.ts";
import { staleAll } from "./counting-store.ts";

export const figuresJobs: Job[] = [
  { name: "count the figures", everySeconds: 30, run: (context) => countWhatWaits(context) },
  {
    name: "count all weeks anew",
    everySeconds: 24 * 3600,
    run: async ({ db }) => void (await staleAll(db)),
  },
];
