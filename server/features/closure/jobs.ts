import type { Job } from "../../outbox/jobs.ts";
import { eraseDueAccounts } from "./erasing.ts";
import { endMembershipsOfClosed } from "./memberships.ts";

export const closureJobs: Job[] = [
  { name: "erase the data of closed accounts", everySeconds: 3600, run: eraseDueAccounts },
  { name: "end the memberships of closed accounts", everySeconds: 3600, run: endMembershipsOfClosed },
];
