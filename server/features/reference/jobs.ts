import type { Job } from "../../outbox/jobs.ts";
import { countUses, finishMerges } from "./merging.ts";

export const referenceJobs: Job[] = [
  { name: "finish merges of list entries", everySeconds: 20, run: finishMerges },
  { name: "count what uses the lists", everySeconds: 3600, run: countUses },
];
