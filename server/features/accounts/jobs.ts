import { deleteExpiredCounts } from "../../http/limits.ts";
import type { Job } from "../../outbox/jobs.ts";
import { deleteOldDevices } from "./device-store.ts";
import { deleteOldSessions } from "./store.ts";

export const accountsJobs: Job[] = [
  {
    name: "forget ended sessions",
    everySeconds: 3600,
    run: (context) => deleteOldSessions(context.db, context.clock.now()),
  },
  {
    name: "forget unused devices",
    everySeconds: 3600,
    run: (context) => deleteOldDevices(context.db, context.clock.now()),
  },
  { name: "forget old counts", everySeconds: 300, run: deleteExpiredCounts },
];
