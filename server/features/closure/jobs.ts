import type { Job } from "../../outbox/jobs.ts";
import { eraseDueAccounts } from "./erasing.ts";

export const closureJobs: Job[] = [
  { name: "erase the data of closed accounts", everySeconds: 3600, run: eraseDueAccounts },
];
