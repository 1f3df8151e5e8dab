#!/usr/bin/env node
// Runs every npm script: installs from the lock file when it has changed, builds the web and the server when their sources have
// changed, finds a browser for the tests, and then starts the task with the Node version that the project installs.
// No dependency but Node 20: it runs before anything is installed.
import { execFile, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const bin = join(root, "node_modules", ".bin");
const node = join(bin, process.platform === "win32" ? "node.cmd" : "node");
const stamps = join(root, "node_modules", ".plumbline");
/** What a step may write, in bytes. */
const maxBuffer = 16 * 1024 * 1024;
/**
 * V8's space for new objects, in MB. Left alone it grows while the modules load and is not given back: 335 MB at rest
 * instead of 205. Half of this would cost processor time, this does not (docs/operations.md).
 */
const newSpace = "--max-semi-space-size=8";
const environment = {
  ...process.env,
  PATH: bin + delimiter + process.env.PATH,
  // glibc then returns 20 MB that only the start needed. Other C libraries ignore these settings.
  MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? "2",
  MALLOC_TRIM_THRESHOLD_: process.env.MALLOC_TRIM_THRESHOLD_ ?? "131072",
  // Node's compile cache halves the time of a restart.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(stamps, "compiled"),
};

const tasks = {
  start,
  dev,
  test,
  failures,
  mutants,
  check,
  staff: command("staff"),
  doctor: command("doctor"),
  audit: command("audit"),
  figures: command("figures"),
  "stripe-setup": command("stripe-setup"),
  "files-to-s3": command("files-to-s3"),
  backup: command("backup", "backup"),
  restore,
  release,
  bench,
  lighthouse,
  pictures,
  build: () => build(),
};
const [task = "start", ...rest] = process.argv.slice(2);
if (!Object.hasOwn(tasks, task)) fail(`Unknown task ${task}. Known: ${Object.keys(tasks).join(", ")}.`);
// The libraries that build the web read these as part of an address.
if (/[#?%]/.test(root))
  fail(`Plumbline cannot be built in a folder with #, ? or % in its path. Please move it to another:\n  ${root}`);
install();
tasks[task](rest);

function start(args) {
  build();
  emptyDatabase();
  handOver(node, [newSpace, "server/build/main.js", ...args]);
}

function dev(args) {
  handOver(node, [
    "--watch-path=server",
    "--watch-path=contract",
    "--watch-path=sandbox",
    "server/main.ts",
    "--dev",
    ...args,
  ]);
}

/** A command of the server, run with the arguments that npm run was given. */
function command(name, ...first) {
  return (args) => {
    buildServer();
    handOver(node, [`server/build/${name}.js`, ...first, ...args]);
  };
}

function restore(args) {
  buildServer();
  emptyDatabase();
  command("backup", "restore")(args);
}

function release(args) {
  build();
  handOver(node, ["tools/release.mjs", ...args]);
}

/** Rules and features first, then the journeys in a browser. With arguments: only those vitest files. */
function test(args) {
  environment.CHROMIUM = chromium();
  if (args.length > 0) return handOver(join(bin, "vitest"), ["run", ...args]);
  build();
  emptyDatabase();
  demoData();
  run(join(bin, "vitest"), ["run"]);
  run(join(bin, "playwright"), ["test"]);
}

/**
 * Runs the failure suite and the random walks at full size, on PostgreSQL and Redis where they are available; `R8` runs
 * that figure only.
 */
function failures([figure, ...args]) {
  if (figure && !/^R\d+$/.test(figure))
    fail("Usage: npm run failures [-- <figure>], such as R8 (docs/operations.md).", 2);
  environment.CHROMIUM = chromium();
  build();
  emptyDatabase();
  environment.FAILURES = "full";
  nginx();
  findServices();
  // Titles start with the figure: R1 must not select R10.
  const only = figure ? ["-t", `${figure}\\b`] : [];
  const elsewhere = ["contract/invoices/money", "contract/time-zones", "/random-walks.test", "server/cable/cable.test"];
  const files = ["server/failures", ...elsewhere, "server/database/connection-pool"];
  handOver(join(bin, "vitest"), ["run", ...files, "--no-file-parallelism", ...only, ...args]);
}

/** Finds PostgreSQL and Redis for the tests, where they are available. */
function findServices() {
  const services = {
    TEST_DATABASE_URL: process.env.TEST_DATABASE_URL ?? "postgres://root@127.0.0.1:5432/postgres",
    TEST_REDIS_URL: process.env.TEST_REDIS_URL ?? "redis://127.0.0.1:6379",
  };
  for (const [name, address] of Object.entries(services))
    if (spawnSync(node, ["tools/reachable.mjs", address], { cwd: root }).status === 0) environment[name] = address;
}

/** Runs the mutants and reports those that the tests did not notice. */
function mutants(args) {
  environment.CHROMIUM = chromium();
  buildServer();
  emptyDatabase();
  // The embedded database has one connection, so races only happen on a server.
  findServices();
  handOver(node, ["tools/mutate.ts", ...args]);
}

async function check() {
  // Generates the types of the routes, which the pages import.
  run(join(bin, "react-router"), ["typegen", "web"]);
  // With several threads each would check most types again: two and a half times the processor time.
  const types = (config) => [join(bin, "tsc"), ["-p", config, "--singleThreaded"]];
  const lint = [join(bin, "biome"), ["check", "."]];
  const unused = [join(bin, "knip"), ["--no-progress"]];
  const build = [process.execPath, ["tools/setup.mjs", "build"]];
  await together([lint, unused, types("web/tsconfig.json")], [types("tsconfig.json"), build]);
}

function bench([name, ...args]) {
  const known = readdirSync(join(root, "bench"), { withFileTypes: true }).filter((entry) => entry.isFile());
  const names = known.map((entry) => /^(.+)\.ts$/.exec(entry.name)?.[1]).filter(Boolean);
  if (!names.includes(name)) fail(`Usage: npm run bench -- <name>, one of ${names.join(", ")} (bench/README.md).`, 2);
  if (["lighthouse", "navigation"].includes(name)) environment.CHROMIUM = chromium();
  if (name === "many-sockets") nginx();
  build();
  emptyDatabase();
  handOver(node, [`bench/${name}.ts`, ...args]);
}

function lighthouse(args) {
  bench(["lighthouse", ...args]);
}

/** Takes the README's pictures again, of the demo as it is now. */
function pictures(args) {
  environment.CHROMIUM = chromium();
  build();
  emptyDatabase();
  demoData();
  handOver(join(bin, "playwright"), ["test", "--config", "web/journeys/pictures.config.ts", ...args]);
}

function install() {
  const lock = digest([join(root, "package-lock.json")]);
  if (fresh("install", lock) && existsSync(node)) return;
  say("Installing what package-lock.json names …");
  // In production, too, it is built from its sources.
  run("npm", ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"]);
  stamp("install", lock);
  if (!existsSync(node))
    fail(
      "npm has not installed the Node version of this project, because it is set to run no install scripts.\n" +
        "  Please run this once:  npm rebuild node --ignore-scripts=false",
    );
}

function build() {
  buildOnce("web", ["web", "contract", "tools"], "web/build/server/index.js", () =>
    quietly(join(bin, "react-router"), ["build"], join(root, "web")),
  );
  buildServer();
}

function buildServer() {
  buildOnce("server", ["server", "contract", "sandbox", "tools"], "server/build/main.js", () =>
    quietly(node, ["tools/bundle-server.mjs"], root),
  );
}

/** Builds a part when a file of its folders or a library has changed, or what it is started by is missing. */
function buildOnce(part, folders, main, work) {
  const files = folders.flatMap((folder) => filesIn(join(root, folder)));
  const sources = digest([...files, join(root, "package-lock.json")]);
  if (fresh(part, sources) && existsSync(join(root, main))) return;
  say(`Building the ${part} …`);
  work();
  stamp(part, sources);
}

/** Once the server is built: creates the empty database that new data folders are copied from, so that a start need not create one. */
function emptyDatabase() {
  const migrations = digest([
    ...filesIn(join(root, "server", "migrations")),
    join(root, "server/database/migrations.ts"),
  ]);
  if (fresh("database", migrations)) return;
  say("Preparing an empty database …");
  quietly(node, ["server/build/empty-database.js"], root);
  stamp("database", migrations);
}

/**
 * Once the server is built: creates the demo data for all tests that start with it, and again when a source has changed or an hour has begun,
 * because its dates are relative to now.
 */
function demoData() {
  environment.PLUMBLINE_DEMO = join(stamps, "demo-data");
  const folders = ["contract", "server", "sandbox"].map((folder) => join(root, folder));
  const sources = digest([...folders.flatMap(filesIn), join(root, "package-lock.json")]);
  const hour = new Date().toISOString().slice(0, "2026-01-01T00".length);
  if (fresh("demo", sources + hour)) return;
  say("Making the demo's data for the tests …");
  rmSync(environment.PLUMBLINE_DEMO, { recursive: true, force: true });
  quietly(node, ["server/build/demo-data.js", environment.PLUMBLINE_DEMO], root);
  stamp("demo", sources + hour);
}

/**
 * A Chromium for the tests: the one CHROMIUM names, else the headless shell, in which a journey needs half the CPU time,
 * from Debian's package where that can be installed; else another of the system's, or Playwright's own.
 */
function chromium() {
  if (process.env.CHROMIUM && existsSync(process.env.CHROMIUM)) return process.env.CHROMIUM;
  const shell = "chromium-headless-shell";
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const path = (process.env.PATH ?? "").split(delimiter);
  const find = (name) => path.map((folder) => join(folder, name)).find((file) => existsSync(file));
  const mac = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
  const found =
    find(shell) ??
    (installed(shell) ? find(shell) : undefined) ??
    names.map(find).find(Boolean) ??
    (existsSync(mac) ? mac : undefined) ??
    (installed("chromium") ? find("chromium") : undefined);
  if (found) return found;
  say("Installing Playwright's Chromium for the browser tests …");
  run(join(bin, "playwright"), ["install", "chromium"]);
  return "";
}

/** Installs nginx, the proxy of some failure tests, which are skipped without it, and of a benchmark. */
function nginx() {
  if (!existsSync("/usr/sbin/nginx")) installed("nginx-light");
}

/** Installs a package of Debian's, as root where there is apt; tried once an install, because not every system has it. */
function installed(name) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get") || fresh(`apt-${name}`, "tried")) return false;
  say(`Installing ${name} for the tests …`);
  stamp(`apt-${name}`, "tried");
  const apt = (...args) =>
    spawnSync("apt-get", ["-qq", "-o", "Acquire::http::Timeout=20", ...args], {
      stdio: ["ignore", "ignore", "inherit"],
    }).status === 0;
  // The lists are often missing or too old, so they are read again when the first try fails.
  return apt("install", "-y", name) || (apt("update") && apt("install", "-y", name));
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (["node_modules", "build", ".react-router", "journeys"].includes(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : /\.test\.tsx?$/.test(entry.name) ? [] : [path];
  });
}

function digest(paths) {
  const hash = createHash("sha256");
  for (const path of paths.sort())
    if (statSync(path).isFile()) hash.update(relative(root, path)).update(readFileSync(path));
  return hash.digest("hex");
}

function fresh(name, value) {
  const path = join(stamps, name);
  return existsSync(path) && readFileSync(path, "utf8") === value;
}

function stamp(name, value) {
  mkdirSync(stamps, { recursive: true });
  writeFileSync(join(stamps, name), value);
}

function run(command, args) {
  const done = spawnSync(command, args, { cwd: root, env: environment, stdio: "inherit" });
  if (done.error) fail(done.error.message);
  if (done.status !== 0) process.exit(done.status ?? 1);
}

/** Runs lists of commands at the same time, each in its order; shows what a command wrote when it has ended. */
async function together(...lists) {
  let failed = false;
  const inOrder = async (commands) => {
    for (const [command, args] of commands) {
      const options = { cwd: root, env: environment, maxBuffer };
      const done = await promisify(execFile)(command, args, options).catch((error) => error);
      process.stdout.write(done.stdout + done.stderr || done.message || "");
      failed ||= done instanceof Error;
    }
  };
  await Promise.all(lists.map(inOrder));
  if (failed) process.exitCode = 1;
}

/** For steps whose output matters only when they fail. */
function quietly(command, args, cwd) {
  const done = spawnSync(command, args, { cwd, env: environment, encoding: "utf8" });
  if (done.status === 0) return;
  console.error(done.error?.message ?? done.stdout + done.stderr);
  process.exit(done.status ?? 1);
}

/** Runs the command as the rest of this process: passes on signals and exits with its exit code. */
function handOver(command, args) {
  const child = spawn(command, args, { cwd: root, env: environment, stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

function say(text) {
  console.log(`\n  ${text}`);
}

function fail(text, code = 1) {
  console.error(text);
  process.exit(code);
}
