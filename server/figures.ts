// npm run figures: counts the figures of the back office anew from the tables (ADR-036). With the embedded database, stop
// Plumbline first.

import { readArguments } from "./arguments.ts";
import { wallClock } from "./clock.ts";
import { failureOf } from "./command-failure.ts";
import { outliveOutput } from "./command-output.ts";
import { openInstallation } from "./database/installation.ts";
import { countEverything } from "./features/figures/counting.ts";
import { readStorage } from "./settings.ts";

outliveOutput();
readArguments("npm run figures");
try {
  const { databaseUrl, dataDirectory } = readStorage(process.env);
  const database = await openInstallation(databaseUrl, dataDirectory);
  await countEverything({ db: database.db, clock: wallClock });
  await database.close();
  console.log("  All members and weeks are counted anew.");
} catch (error) {
  console.error(failureOf(error, "The figures cannot be counted"));
  // The database may still be open.
  process.exit(1);
}
