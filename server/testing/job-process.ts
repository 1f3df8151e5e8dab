import { sql } from "drizzle-orm";
import { pino } from "pino";
import { wallClock } from "../clock.ts";
import type { AppContext } from "../context.ts";
import { openPostgres } from "../database/database.ts";
import { startJobs } from "../outbox/jobs.ts";
import { noTelemetry } from "../telemetry/telemetry.ts";

// One of several processes with the same two jobs, started by a test: `node server/testing/job-process.ts <database>`.
// Each run records its start and its end with the name of its process.

const database = await openPostgres(process.argv[2] as string);

async function noted(name: string) {
  const { rows } = await database.db.execute<{ id: number }>(
    sql`insert into noted_runs (name, pid, began) values (${name}, ${process.pid}, clock_timestamp()) returning id`,
  );
  await database.db.execute(sql`update noted_runs set ended = clock_timestamp() where id = ${rows[0]?.id}`);
}
startJobs(
  {
    database,
    db: database.db,
    clock: wallClock,
    log: pino() as AppContext["log"],
    telemetry: noTelemetry,
  } as AppContext,
  [
    { name: "daily", everySeconds: 24 * 3600, run: () => noted("daily") },
    { name: "often", everySeconds: 0.05, run: () => noted("often") },
    { name: "in every process", everySeconds: 0.05, everywhere: true, run: () => noted("in every process") },
  ],
);
// Jobs and the lock alone do not keep a process running.
setInterval(() => {}, 60_000);
