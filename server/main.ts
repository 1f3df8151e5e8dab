import { readArguments } from "./arguments.ts";
import { startEmbedded } from "./database/embedded/embedded.ts";
import { factsOf } from "./error-facts.ts";
import { formatError } from "./http/error-log.ts";
import { BadSettings, readSettings } from "./settings.ts";
import type { Plumbline } from "./start.ts";
import { CannotStart } from "./start-errors.ts";
import { returnStartMemory } from "./start-memory.ts";

const minimumNode = 24;

// After an uncaught exception the state is undefined, so the process exits; formatError leaves private text out.
process.on("uncaughtException", (error) => {
  console.error(formatError(error));
  process.exit(1);
});

/** How long a process may take to stop after the signal, in milliseconds; another process redoes what is cut off. */
const maxShutdown = 30_000;

// Settings are variables: an option that was ignored would leave somebody on another port than they think.
const development = readArguments("PORT=4000 npm start", { options: ["dev"] }).set.has("dev");

try {
  if (Number(process.versions.node.split(".")[0]) < minimumNode)
    throw new BadSettings([
      `Node ${process.versions.node} is too old: start with "npm start", which brings Node ${minimumNode}`,
    ]);
  // The only use of process.env by the server: settings.ts validates it.
  const settings = readSettings(process.env);
  // The embedded database opens in its own thread while the remaining modules load.
  const embedded = settings.databaseUrl ? null : startEmbedded(settings.dataDirectory);

  const { startPlumbline } = await import("./start.ts");
  const { warmContent } = await import("./features/content/readers.ts");
  const { buildDirectory, mountPages } = await import("./pages/pages.ts");
  const { preloadBuild } = await import("./pages/web.ts");
  if (!development) preloadBuild(buildDirectory);
  const plumbline = await startPlumbline({
    settings,
    embedded,
    prepare: async (context) => {
      if (!settings.demo) return;
      const { makeDemoData } = await import("./demo/demo.ts");
      await makeDemoData(context, (line) => console.log(`  ${line}`));
    },
    web: (app, context) => mountPages(app, context, { development }),
  });
  let stopping = false;
  const stop = async () => {
    // Ctrl-C comes twice, from the terminal and from tools/setup.mjs, and must not cut off what the first has begun.
    if (stopping) return;
    stopping = true;
    const late = setTimeout(() => {
      plumbline.context.log.error("the process ends although not everything has been closed");
      process.exit(0);
    }, maxShutdown);
    late.unref();
    await plumbline.close();
    process.exit(0);
  };
  process.on("SIGTERM", stop).on("SIGINT", stop);
  console.log(greeting(plumbline));
  void warmContent(plumbline.context.content);
  returnStartMemory();
} catch (error) {
  const known = error instanceof BadSettings || error instanceof CannotStart;
  const { code, port } = factsOf(error);
  if (code === "EADDRINUSE")
    console.error(`Port ${port} is taken. Stop what uses it, or choose another: PORT=4000 npm start`);
  else if (known) console.error(error.message);
  // Whoever changes the sources needs the file and the line, which formatError leaves out of a syntax error.
  else console.error(development ? error : formatError(error));
  process.exit(1);
}

function greeting({ url, context, sandbox }: Plumbline): string {
  const lines = ["", `  Plumbline is at   ${url}`];
  if (sandbox.mailbox) lines.push(`  Its mailbox       ${url}/mailbox`);
  if (sandbox.stripe) lines.push(`  Its card sandbox  ${sandbox.stripe.url}`);
  if (context.settings.demo)
    lines.push(
      "",
      "  Sign in with the password plumbline-demo as",
      "    customer@demo.plumbline.test",
      "    advisor@demo.plumbline.test",
      "    staff@demo.plumbline.test (at /sign-in/staff)",
    );
  return `${lines.join("\n")}\n\n`;
}
