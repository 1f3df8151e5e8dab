import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startStripeSandbox } from "@plumbline/stripe-sandbox/start.ts";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { atNight } from "../../tools/nightly.ts";
import { openEmbedded } from "../database/database.ts";
import { startEmbedded } from "../database/embedded/embedded.ts";
import { shortRun } from "../testing/process.ts";

// What the commands say to somebody who types them for the first time, or in the wrong place.

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-commands-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs a command as npm does, without a database on a server, in a data folder that is not there. */
function run(program: string, args: string[], environment: Record<string, string> = {}) {
  const env = { ...process.env, VITEST: "", DATABASE_URL: "", DATA_DIR: join(folder, "data"), ...environment };
  const { status, stdout, stderr } = spawnSync(process.execPath, [...shortRun, `server/build/${program}.js`, ...args], {
    env,
    encoding: "utf8",
    // Only SIGKILL ends a process that is within mkdir; it has no status then.
    timeout: 60_000,
    killSignal: "SIGKILL",
  });
  return { status, stdout, stderr };
}

test.each([
  ["R19", "backup", ["backup"], "npm run backup -- <folder>"],
  ["R19", "backup", ["backup", "one", "two"], "npm run backup -- <folder>"],
  ["R19", "backup", ["backup", "--help"], "npm run backup -- <folder>"],
  ["R19", "backup", ["restore", "--force"], "npm run restore -- <folder> [--force]"],
  ["R19", "backup", ["restore", "one", "--forced"], "npm run restore -- <folder> [--force]"],
  ["B-12", "doctor", ["--jsn"], "npm run doctor [-- --json]"],
  ["ADR-028", "audit", ["--help"], "npm run audit"],
  ["ADR-028", "audit", ["1234"], "npm run audit"],
  ["ADR-036", "figures", ["everything"], "npm run figures"],
  ["ADR-040", "files-to-s3", ["bucket"], "npm run files-to-s3"],
  ["decision 44", "main", ["--port", "4000"], "PORT=4000 npm start"],
  ["decision 58", "stripe-setup", ["--help"], "STRIPE_SECRET_KEY=… PUBLIC_URL=… npm run stripe-setup"],
])(
  "%s %s %j is not what the command takes, so it says what it takes and does nothing",
  (_row, program, args, usage) => {
    const { status, stdout, stderr } = run(program, args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(`Usage: ${usage}`);
    expect(readdirSync(folder)).toEqual([]);
  },
);

describe("where there is no installation", () => {
  const bucket = { S3_BUCKET: "files", S3_ENDPOINT: "http://127.0.0.1:9" };
  test.each([
    ["ADR-028", "audit", [], {}],
    ["ADR-036", "figures", [], {}],
    ["R19", "backup", ["backup", "kept"], {}],
    ["ADR-040", "files-to-s3", [], bucket],
  ])("%s %s says so instead of making an empty one that would look well", (_row, program, args, environment) => {
    const { status, stdout, stderr } = run(program, args, environment);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(new RegExp(`^There is no \\w+( in)? ${join(folder, "data")}\\S* ?.*Set DATA_DIR`));
    expect(readdirSync(folder)).toEqual([]);
  });
});

test.each([
  ["an empty folder", (database: string) => mkdirSync(database, { recursive: true })],
  [
    "what an interrupted first start has left",
    (database: string) => {
      mkdirSync(database, { recursive: true });
      writeFileSync(join(database, "PG_VERSION"), "17");
      writeFileSync(`${database}.unfinished`, "");
    },
  ],
])("ADR-028 audit takes %s for no database, and does not call it whole", (_what, make) => {
  make(join(folder, "data", "database"));
  const { status, stdout, stderr } = run("audit", []);
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(/^There is no database in .*Set DATA_DIR/);
});

test.runIf(atNight)(
  "R19 a backup does not take the place of a file, and a restore of what is no backup makes nothing",
  () => {
    const file = join(folder, "kept");
    writeFileSync(file, "mine");
    const data = join(folder, "data");
    const restored = run("backup", ["restore", folder]);
    expect(restored).toEqual({ status: 1, stdout: "", stderr: `${folder} is no backup: it has no manifest.json.\n` });
    expect(existsSync(data)).toBe(false);
    // The database is made here; it does not matter for this what is in it.
    expect(run("staff", ["you@example.org", "Your Name"]).status).toBe(0);
    for (const target of [file, join(file, "below")]) {
      const refused = { status: 1, stdout: "", stderr: `${target} is there already: name a folder that is not.\n` };
      expect(run("backup", ["backup", target])).toEqual(refused);
    }
    expect(readFileSync(file, "utf8")).toBe("mine");
  },
);

describe.skipIf(process.platform !== "linux")("below /proc, where no folder can be made", () => {
  const nowhere = "/proc/nowhere/kept";
  const cannotBeMade = `The folder ${nowhere} cannot be made or written to (ENOENT). Set DATA_DIR to one that can.\n`;

  test.each([
    ["staff", ["you@example.org", "Your Name"]],
    ["main", []],
  ])("R19 %s says so, and ends", (program, args) => {
    expect(run(program, args, { DATA_DIR: nowhere })).toEqual({ status: 1, stdout: "", stderr: cannotBeMade });
  });

  test("R19 doctor says so, and ends", () => {
    const { status, stdout } = run("doctor", [], { DATA_DIR: nowhere });
    expect({ status, stdout }).toEqual({
      status: 1,
      stdout: expect.stringContaining(`FAILED   data directory: ${nowhere}`),
    });
  });

  test.runIf(atNight)("R19 a backup to it and a restore to it say so, and end", () => {
    expect(run("staff", ["you@example.org", "Your Name"]).status).toBe(0);
    expect(run("backup", ["backup", nowhere])).toEqual({
      status: 1,
      stdout: "",
      stderr:
        `The backup cannot be made in ${nowhere} (ENOENT: no such file or directory, mkdir '/proc/nowhere'). ` +
        "Look at what it names, or name another folder.\n",
    });
    const kept = join(folder, "kept");
    expect(run("backup", ["backup", kept]).status).toBe(0);
    const restored = run("backup", ["restore", kept], { DATA_DIR: nowhere });
    expect(restored).toEqual({ status: 1, stdout: "", stderr: cannotBeMade });
  });
});

test.runIf(atNight)(
  "ADR-036 figures that cannot be counted say why without what was to be written, and the command ends",
  async () => {
    expect(run("staff", ["you@example.org", "Your Name"]).status).toBe(0);
    const database = await openEmbedded(startEmbedded(join(folder, "data")));
    await database.db.execute(sql`drop table figure_filling`);
    await database.close();
    const { status, stderr } = run("figures", []);
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining("figure_filling") });
    expect(stderr).not.toContain("params:");
  },
);

test("R19 a backup whose manifest cannot be read is not called no backup", () => {
  mkdirSync(join(folder, "manifest.json"));
  const { status, stderr } = run("backup", ["restore", folder]);
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr:
      `The backup in ${folder} cannot be restored (EISDIR: illegal operation on a directory, read). ` +
      "Look at what it names, or name another folder.\n",
  });
});

test.skipIf(process.platform === "win32").each([
  ["closed, by a reader who had enough,", "| head -0", { status: 0, stderr: "" }],
  [
    "full",
    "> /dev/full",
    { status: 1, stderr: "What this prints could not be written: ENOSPC: no space left on device, write\n" },
  ],
])("decision 2 a command whose output is %s ends without a stack trace", (_what, ending, ends) => {
  const line = `"${process.execPath}" ${shortRun.join(" ")} server/build/staff.js you@example.org "Your Name" ${ending}`;
  const env = { ...process.env, VITEST: "", DATABASE_URL: "", DATA_DIR: join(folder, "data") };
  const { status, stderr } = spawnSync("bash", ["-o", "pipefail", "-c", line], { env, encoding: "utf8" });
  expect({ status, stderr }).toEqual(ends);
});

describe("stripe-setup", () => {
  let account: Awaited<ReturnType<typeof startStripeSandbox>>;
  beforeEach(async () => {
    const keys = { secretKey: "sk_test_setup", publishableKey: "pk_test_setup", clientId: "ca_setup" };
    const webhook = { url: "http://127.0.0.1:9/", secret: "whsec_a", connectSecret: "whsec_b" };
    account = await startStripeSandbox({ ...keys, port: 0, file: ":memory:", webhook, seeded: false });
  });
  afterEach(() => account.close());

  async function setUp(apiBase = account.url, reads = Number.POSITIVE_INFINITY) {
    const child = spawn(process.execPath, ["server/build/stripe-setup.js"], {
      env: {
        ...process.env,
        VITEST: "",
        STRIPE_SECRET_KEY: "sk_test_setup",
        STRIPE_API_BASE: apiBase,
        PUBLIC_URL: "https://plumbline.example.org",
      },
    });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (text) => {
      stdout += text;
      if (stdout.length >= reads) child.stdout.destroy();
    });
    child.stderr.on("data", (text) => {
      stderr += text;
    });
    const [status] = await once(child, "close");
    return { status, stdout, stderr };
  }
  const secretOf = (stdout: string, setting: string) => new RegExp(`${setting}=(whsec_\\w+)`).exec(stdout)?.[1];
  const refuse = (kind: string, times: number) =>
    fetch(`${account.url}/sandbox/faults`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ kind, method: "POST", path: "/v1/webhook_endpoints", times }),
    });

  test.runIf(atNight)(
    "decision 59 when the provider fails half-way, the secret of an endpoint that was made is shown, and another run does the rest",
    async () => {
      // The first endpoint is made, with a delay of no time.
      await refuse("slow", 1);
      await refuse("500", 10);
      const failed = await setUp();
      expect(failed).toMatchObject({ status: 1, stderr: expect.stringContaining("Run this again for the rest.") });
      expect(failed.stderr).not.toMatch(/^ +at /m);
      expect(secretOf(failed.stdout, "STRIPE_WEBHOOK_SECRET")).toBeDefined();
      await fetch(`${account.url}/sandbox/faults`, { method: "DELETE" });
      const again = await setUp();
      expect(again.status).toBe(0);
      expect(secretOf(again.stdout, "STRIPE_WEBHOOK_SECRET")).toBeUndefined();
      expect(secretOf(again.stdout, "STRIPE_CONNECT_WEBHOOK_SECRET")).toBeDefined();
    },
  );

  test.runIf(atNight)(
    "decision 59 without a network it says so and what to do, and makes no endpoint for somebody who has stopped reading",
    async () => {
      expect(await setUp("http://127.0.0.1:9")).toEqual({
        status: 1,
        stdout: "",
        stderr: "The card provider cannot be reached: look at the network of this machine, and run this again.\n",
      });
      expect(await setUp(account.url, 1)).toMatchObject({ status: 1, stderr: "" });
      expect(secretOf((await setUp()).stdout, "STRIPE_WEBHOOK_SECRET")).toBeDefined();
    },
  );
});
