// tools/setup.mjs runs this once after an install: it creates the empty database that new data folders are copied from.
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { openEmbedded } from "./database/database.ts";
import { dropTemplates } from "./database/embedded/drop-templates.ts";
import { emptyDatabase, startEmbedded } from "./database/embedded/embedded.ts";

await rm(emptyDatabase, { recursive: true, force: true });
const folder = `${emptyDatabase}.making`;
await rm(folder, { recursive: true, force: true });
const database = await openEmbedded(startEmbedded(folder));
await dropTemplates(database);
await database.close();
await rename(join(folder, "database"), emptyDatabase);
await rm(folder, { recursive: true, force: true });
