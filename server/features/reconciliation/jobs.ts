import type { Job } from "../../outbox/jobs.ts";
import { reconcileDaily } from "./actions.ts";

export const reconciliationJobs: Job[] = [
  { name: "compare our money with the card provider's", everySeconds: 3600, run: reconcileDaily },
];
