import { addDays } from "@plumbline/contract/dates.ts";
import type { AppContext } from "../../context.ts";
import { lastJobRuns } from "../../outbox/job-runs.ts";
import type { Job } from "../../outbox/jobs.ts";
import { mondayOf } from "./calendar-week.ts";
import { refreshOutdated } from "./listing.ts";
import { deleteShowingsBefore } from "./store.ts";

const retentionDays = 7 * 8;

const refreshing = "refresh match rows";

/** Whether the slice of this hour is done: a start within the hour has nothing to refresh. */
async function hasRefreshed({ db, clock }: Pick<AppContext, "db" | "clock">): Promise<boolean> {
  const last = (await lastJobRuns(db)).get(refreshing);
  const hourOf = (moment: Date) => Math.floor(moment.getTime() / 3_600_000);
  return last !== undefined && last.failingSince === null && hourOf(last.startedAt) === hourOf(clock.now());
}

export const matchingJobs: Job[] = [
  {
    name: refreshing,
    everySeconds: 3600,
    run: async (context) => {
      if (await hasRefreshed(context)) return;
      // It keeps the database busy for a while, and searches wait for the index.
      await context.matchIndex.whenReady();
      await refreshOutdated(context);
    },
  },
  {
    name: "update the match index",
    everySeconds: 60,
    // The index is in each process's memory.
    everywhere: true,
    run: (context) => context.matchIndex.catchUp(),
  },
  {
    name: "write the match index to its file",
    everySeconds: 3600,
    everywhere: true,
    run: (context) => context.matchIndex.keep(),
  },
  {
    name: "delete old showings",
    everySeconds: 24 * 3600,
    run: (context) => deleteShowingsBefore(context.db, addDays(mondayOf(context.clock.now()), -retentionDays)),
  },
];
