import type { Job } from "../../platform/jobs.ts";
import { forgetOldCounts } from "../../platform/limits.ts";
import { deleteOldDevices } from "./device-store.ts";
import { deleteOldSessions } from "./store.ts";

export const accountsJobs: Job[] = [
  { name: "forget ended sessions", everySeconds: 3600, run: (house) => deleteOldSessions(house.db, house.clock.now()) },
  { name: "forget unused devices", everySeconds: 3600, run: (house) => deleteOldDevices(house.db, house.clock.now()) },
  { name: "forget old counts", everySeconds: 300, run: forgetOldCounts },
];
