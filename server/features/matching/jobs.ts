import { addDays } from "@plumbline/contract/dates.ts";
import type { Job } from "../../platform/jobs.ts";
import { refreshOutdated } from "./listing.ts";
import { matchIndexOf } from "./match-index.ts";
import { deleteShowingsBefore } from "./store.ts";
import { weekOf } from "./week.ts";

const keptDays = 7 * 8;

export const matchingJobs: Job[] = [
  { name: "work match rows out again", everySeconds: 3600, run: refreshOutdated },
  {
    name: "catch up with match rows",
    everySeconds: 60,
    // The index is in each process's memory.
    everywhere: true,
    run: (house) => matchIndexOf(house).catchUp(),
  },
  {
    name: "forget old showings",
    everySeconds: 24 * 3600,
    run: (house) => deleteShowingsBefore(house.db, addDays(weekOf(house.clock.now()), -keptDays)),
  },
];
