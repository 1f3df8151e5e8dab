// Made once after an install, by tools/setup.mjs: the empty database that new data folders are copied from.
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { openEmbedded } from "./platform/database.ts";
import { emptyDatabase, startEmbedded } from "./platform/embedded.ts";

await rm(emptyDatabase, { recursive: true, force: true });
const folder = `${emptyDatabase}.making`;
await rm(folder, { recursive: true, force: true });
await (await openEmbedded(startEmbedded(folder))).close();
await rename(join(folder, "database"), emptyDatabase);
await rm(folder, { recursive: true, force: true });
