import type { Job } from "../../outbox/jobs.ts";
import { startDueEngagements } from "./actions.ts";

export const engagementsJobs: Job[] = [
  { name: "start accepted engagements", everySeconds: 60, run: startDueEngagements },
];
