import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { removeSettings } from "./server/settings/without.ts";
import { atNight } from "./tools/nightly.ts";

removeSettings(process.env);
process.env["NODE_ENV"] = "test";

const tests = globSync("{contract,server,sandbox,web/app,tools}/**/*.test.ts", {
  exclude: (name) => name === "node_modules",
});
/** Whether a test uses server/testing, which starts servers, processes and databases, but for its pure parts. */
const starts = /from "[./]*testing\/(?!size|walks)/;
const onServers = tests.filter((path) => path.startsWith("server/") && starts.test(readFileSync(path, "utf8")));
/**
 * The files to run again on PostgreSQL: those that use the run's database where the two differ, which is with several
 * connections or processes at once, with a connection that breaks, and in plans. That every statement runs on both is
 * seen by query-plans, which calls everything.
 */
const differs =
  /Promise\.all\(|\bbuses\b|secondProcess|interruptibleDatabase\(|TEST_DATABASE_URL|callEverything|inject\(/;
/** These are about other services, clients and addresses, and the embedded database plays them by day. */
const aboutOthers =
  /\/failures\/(files-on-s3|listening-address|mail-bomb|mail-server|private-text|soak)|\/(any)?cable\/|\/telemetry\//;
/**
 * Files that are played there at night only: those, and those of features, because what their concurrent calls show by day is
 * shown for every write of the contract by same-moment, asking-twice and the random walks.
 */
const byNight = (path: string, text: string) =>
  aboutOthers.test(path) ||
  (/\/features\/(?!.*random-walks)/.test(path) && !/\bbuses\b|secondProcess|TEST_DATABASE_URL|inject\(/.test(text));
/** Concurrent calls in these are answered before or after the database: they check input, callers, texts and clients. */
const sameOnBoth = [
  ..."neighbour-secrets mail-secrets provider-down authorisation fuzz cable-fuzz inventory"
    .split(" ")
    .map((name) => `server/failures/${name}.test.ts`),
  "server/http/error-handler.test.ts",
  "server/http/permissions.test.ts",
  "server/http/openapi/generated-client.test.ts",
  "server/features/content/content.test.ts",
  "server/features/profiles/photo.test.ts",
];
const onTheDatabase = onServers.filter((path) => {
  const text = readFileSync(path, "utf8");
  return (
    /testServer\(|interruptibleDatabase\(|inject\(|TEST_DATABASE_URL|\bbuses\b/.test(text) &&
    differs.test(text) &&
    !/pages: true|areaUnderCurve/.test(text) &&
    !sameOnBoth.includes(path) &&
    (atNight || !byNight(path, text))
  );
});
const secondPass = process.env["TEST_DATABASE_URL"] ? onTheDatabase : [];
const server = (name: string, include: string[], groupOrder: number) => ({
  extends: true as const,
  // Threads of one process share the embedded database's compiled WebAssembly: a quarter less processor time than forks.
  test: {
    name,
    include,
    globalSetup: ["server/testing/template.ts"],
    sequence: { groupOrder },
    pool: "threads" as const,
  },
});

/** Starts the files that take longest first, so that none of them is left to run alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) =>
      /\/server\/failures\/|\/random-walks\.test|query-plans|generated-client/.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        // Rules and the sandbox: no database and no server of ours.
        test: {
          name: "rules",
          include: tests.filter((path) => !onServers.includes(path)),
          sequence: { groupOrder: 0 },
        },
      },
      server(
        "server",
        onServers.filter((path) => !secondPass.includes(path)),
        1,
      ),
      ...(secondPass.length > 0 ? [server("postgresql", secondPass, 2)] : []),
    ],
    pool: "forks",
    // A worker loads the program once, not for every file, so state belongs to a test's own server and never to a
    // module.
    isolate: false,
    // One more than the cores of a small machine, because some tests wait for processes, mail servers and clocks.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Far more than a test needs: a busy machine must not fail one.
    testTimeout: 120_000,
    expect: { poll: { timeout: 45_000 } },
    hookTimeout: 120_000,
    unstubGlobals: true,
  },
});
