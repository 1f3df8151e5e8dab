import type { Job } from "../../platform/jobs.ts";
import { deleteOldSessions } from "./store.ts";

export const accountsJobs: Job[] = [
  { name: "forget ended sessions", everySeconds: 3600, run: (house) => deleteOldSessions(house.db, house.clock.now()) },
];
