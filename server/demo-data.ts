// tools/setup.mjs runs this before the tests: it fills the given folder with the demo data, of which the tests that
// need people and engagements use copies.
import { startEmbedded } from "./database/embedded/embedded.ts";
import { makeDemoData } from "./demo/demo.ts";
import { readSettings } from "./settings.ts";
import { startPlumbline } from "./start.ts";

const folder = process.argv[2];
if (!folder) throw new Error("Name the folder to fill.");
const settings = readSettings({ PORT: "0", HOST: "127.0.0.1", DATA_DIR: folder, LOG_LEVEL: "warn", RATE_LIMIT: "off" });
const plumbline = await startPlumbline({ settings, embedded: startEmbedded(folder), prepare: makeDemoData });
await plumbline.close();
process.exit(0);
