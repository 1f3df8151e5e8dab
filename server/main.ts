import { startEmbedded } from "./platform/embedded.ts";
import { describe } from "./platform/error-log.ts";
import { quickenImports } from "./platform/quick-imports.ts";
import { BadSettings, readSettings } from "./platform/settings.ts";
import { CannotStart } from "./platform/start-errors.ts";
import type { Plumbline } from "./start.ts";

const leastNode = 24;

// Nobody caught it: what goes on from here is anybody's guess, so that the process ends; its record holds no private text.
process.on("uncaughtException", (error) => {
  console.error(describe(error));
  process.exit(1);
});

try {
  if (Number(process.versions.node.split(".")[0]) < leastNode)
    throw new BadSettings([
      `Node ${process.versions.node} is too old: start with "npm start", which brings Node ${leastNode}`,
    ]);
  // The one place that hands the environment on: settings.ts reads it.
  const settings = readSettings(process.env);
  // The embedded database opens in its thread while the rest of the program is read.
  const embedded = settings.databaseUrl ? null : startEmbedded(settings.dataDirectory);
  quickenImports();
  const { startPlumbline } = await import("./start.ts");
  const { warmContent } = await import("./features/content/readers.ts");
  const { buildDirectory, mountPages } = await import("./pages.ts");
  const { readAhead } = await import("./platform/web.ts");
  const development = process.argv.includes("--dev");
  if (!development) readAhead(buildDirectory);
  const plumbline = await startPlumbline({
    settings,
    embedded,
    prepare: async (house) => {
      if (!settings.demo) return;
      const { makeDemoData } = await import("./demo/demo.ts");
      await makeDemoData(house, (line) => console.log(`  ${line}`));
    },
    web: (app, house) => mountPages(app, house, { development }),
  });
  const stop = async () => {
    process.off("SIGTERM", stop).off("SIGINT", stop);
    await plumbline.close();
    process.exit(0);
  };
  process.on("SIGTERM", stop).on("SIGINT", stop);
  console.log(greeting(plumbline));
  void warmContent(plumbline.house);
} catch (error) {
  const known = error instanceof BadSettings || error instanceof CannotStart;
  const taken = (error as { code?: string }).code === "EADDRINUSE";
  if (taken)
    console.error(
      `Port ${(error as { port?: number }).port} is taken. Stop what uses it, or choose another: PORT=4000 npm start`,
    );
  else console.error(known ? (error as Error).message : describe(error));
  process.exit(1);
}

function greeting({ url, house, sandbox }: Plumbline): string {
  const lines = ["", `  Plumbline is at   ${url}`];
  if (sandbox.mailbox) lines.push(`  Its mailbox       ${url}/mailbox`);
  if (sandbox.stripe) lines.push(`  Its card sandbox  ${sandbox.stripe.url}`);
  if (house.settings.demo)
    lines.push(
      "",
      "  Sign in with the password plumbline-demo as",
      "    customer@demo.plumbline.test",
      "    advisor@demo.plumbline.test",
      "    staff@demo.plumbline.test (at /sign-in/staff)",
    );
  return `${lines.join("\n")}\n\n`;
}
