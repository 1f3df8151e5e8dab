#!/usr/bin/env node
// Runs every npm script: installs from the lock file when it has changed, builds the web and the server when their sources have
// changed, finds a browser for the tests, and then starts the task with the Node version that the project installs.
// No dependency but Node 20: it runs before anything is installed.
import { execFile, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
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
  dev: (args) => handOver(node, ["tools/reload.mjs", "server,contract,sandbox", "server/main.ts", "--dev", ...args]),
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
  lighthouse: (args) => bench(["lighthouse", ...args]),
  pictures,
  build: () => build(),
};
const [task = "start", ...rest] = process.argv.slice(2);
if (!Object.hasOwn(tasks, task)) fail(`Unknown task ${task}. Known: ${Object.keys(tasks).join(", ")}.`);
// The libraries that build the web read these as part of an address.
if (/[#?%]/.test(root))
  fail(`Plumbline cannot be built in a folder with #, ? or % in its path. Please move it to another:\n  ${root}`);
if ((task === "build" || task === "check") && rest.length > 0) fail(`Usage: npm run ${task}`, 2);
let stopping = false;
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => (stopping = true));
if (process.env.npm_lifecycle_event && process.platform !== "win32") stopWithShell();
await install();
await tasks[task](rest);

/** npm passes SIGTERM to the shell that it has started this process with, which ends and passes it to nobody. */
function stopWithShell() {
  const shell = process.ppid;
  const watching = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watching);
    process.kill(process.pid, "SIGTERM");
  }, 200);
  watching.unref();
}

async function start(args) {
  await build();
  await emptyDatabase();
  handOver(node, [newSpace, "server/build/main.js", ...args]);
}

/** A command of the server, run with the arguments that npm run was given. */
function command(name, ...first) {
  return async (args) => {
    await buildServer();
    handOver(node, [`server/build/${name}.js`, ...first, ...args]);
  };
}

async function restore(args) {
  await buildServer();
  await emptyDatabase();
  await command("backup", "restore")(args);
}

async function release(args) {
  await build();
  handOver(node, ["tools/release.mjs", ...args]);
}

/** Rules and features first, then the journeys in a browser. With arguments: only those vitest files. */
async function test(args) {
  // What glibc returns it has to take again, which costs tests a twelfth of their processor time.
  for (const name of ["MALLOC_ARENA_MAX", "MALLOC_TRIM_THRESHOLD_"]) delete environment[name];
  environment.CHROMIUM = await chromium();
  if (args.length > 0) return handOver(join(bin, "vitest"), ["run", ...args]);
  await build();
  const vitest = (project) => run(join(bin, "vitest"), ["run", "--project", project]);
  // The rules need no database, and making the demo's data keeps one core busy.
  await Promise.all([vitest("rules"), emptyDatabase().then(demoData)]);
  await vitest("server");
  await run(join(bin, "playwright"), ["test"]);
}

/**
 * Runs the failure suite and the random walks at full size, on PostgreSQL and Redis where they are available; `R8` runs
 * that figure only.
 */
async function failures([figure, ...args]) {
  if (figure && !/^R\d+$/.test(figure))
    fail("Usage: npm run failures [-- <figure>], such as R8 (docs/operations.md).", 2);
  environment.CHROMIUM = await chromium();
  await build();
  await emptyDatabase();
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
async function mutants(args) {
  environment.CHROMIUM = await chromium();
  await buildServer();
  await emptyDatabase();
  // The embedded database has one connection, so races only happen on a server.
  findServices();
  handOver(node, ["tools/mutate.ts", ...args]);
}

async function check() {
  begin("Checking types, style, unused code and the build …");
  // Generates the types of the routes, which the pages import.
  await run(join(bin, "react-router"), ["typegen", "web"]);
  // With several threads each would check most types again: two and a half times the processor time.
  const types = (config) => [join(bin, "tsc"), ["-p", config, "--singleThreaded"]];
  const lint = [join(bin, "biome"), ["check", "."]];
  const unused = [join(bin, "knip"), ["--no-progress"]];
  const build = [process.execPath, ["tools/setup.mjs", "build"]];
  await together([lint, unused, types("web/tsconfig.json")], [types("tsconfig.json"), build]);
}

async function bench([name, ...args]) {
  const known = readdirSync(join(root, "bench"), { withFileTypes: true }).filter((entry) => entry.isFile());
  const names = known.map((entry) => /^(.+)\.ts$/.exec(entry.name)?.[1]).filter(Boolean);
  if (!names.includes(name)) fail(`Usage: npm run bench -- <name>, one of ${names.join(", ")} (bench/README.md).`, 2);
  if (["lighthouse", "navigation"].includes(name)) environment.CHROMIUM = await chromium();
  if (name === "many-sockets") nginx();
  await build();
  await emptyDatabase();
  handOver(node, [`bench/${name}.ts`, ...args]);
}

/** Takes the README's pictures again, of the demo as it is now. */
async function pictures(args) {
  environment.CHROMIUM = await chromium();
  await build();
  await emptyDatabase();
  await demoData();
  handOver(join(bin, "playwright"), ["test", "--config", "web/journeys/pictures.config.ts", ...args]);
}

async function install() {
  const lock = digest([join(root, "package-lock.json")]);
  if (fresh("install", lock) && existsSync(node)) return;
  begin("Installing what package-lock.json names …");
  // In production, too, it is built from its sources.
  await run("npm", ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"]);
  stamp("install", lock);
  if (!existsSync(node))
    fail(
      "npm has not installed the Node version of this project, because it is set to run no install scripts.\n" +
        "  Please run this once:  npm rebuild node --ignore-scripts=false",
    );
}

async function build() {
  await buildOnce("web", ["web", "contract", "tools"], "web/build/server/index.js", () =>
    quietly(join(bin, "react-router"), ["build"], join(root, "web")),
  );
  await buildServer();
}

async function buildServer() {
  await buildOnce("server", ["server", "contract", "sandbox", "tools"], "server/build/main.js", () =>
    quietly(node, ["tools/bundle-server.mjs"], root),
  );
}

/** Builds a part when a file of its folders or a library has changed, or what it is started by is missing. */
async function buildOnce(part, folders, main, work) {
  const files = folders.flatMap((folder) => filesIn(join(root, folder)));
  const sources = digest([...files, join(root, "package-lock.json")]);
  if (fresh(part, sources) && existsSync(join(root, main))) return;
  begin(`Building the ${part} …`);
  await work();
  stamp(part, sources);
}

/** Once the server is built: creates the empty database that new data folders are copied from, so that a start need not create one. */
async function emptyDatabase() {
  const sources = digest([
    ...filesIn(join(root, "server", "migrations")),
    join(root, "server/database/migrations.ts"),
    // It decides who may read the folder.
    join(root, "server/database/embedded/pglite-thread.ts"),
  ]);
  if (fresh("database", sources)) return;
  begin("Preparing an empty database …");
  await quietly(node, ["server/build/empty-database.js"], root);
  stamp("database", sources);
}

/**
 * Once the server is built: creates the demo data for all tests that start with it, and again when a source has changed or an hour has begun,
 * because its dates are relative to now.
 */
async function demoData() {
  environment.PLUMBLINE_DEMO = join(stamps, "demo-data");
  const folders = ["contract", "server", "sandbox"].map((folder) => join(root, folder));
  const sources = digest([...folders.flatMap(filesIn), join(root, "package-lock.json")]);
  const hour = new Date().toISOString().slice(0, "2026-01-01T00".length);
  if (fresh("demo", sources + hour)) return;
  begin("Making the demo's data for the tests …");
  rmSync(environment.PLUMBLINE_DEMO, { recursive: true, force: true });
  await quietly(node, ["server/build/demo-data.js", environment.PLUMBLINE_DEMO], root);
  stamp("demo", sources + hour);
}

/**
 * A Chromium for the tests: the one CHROMIUM names, else the headless shell, in which a journey needs half the CPU time,
 * from Debian's package where that can be installed; else another of the system's, or Playwright's own.
 */
async function chromium() {
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
  begin("Installing Playwright's Chromium for the browser tests …");
  await run(join(bin, "playwright"), ["install", "chromium"]);
  return "";
}

/** Installs nginx, the proxy of some failure tests, which are skipped without it, and of a benchmark. */
function nginx() {
  if (!existsSync("/usr/sbin/nginx")) installed("nginx-light");
}

/** Installs a package of Debian's, as root where there is apt; tried once an install, because not every system has it. */
function installed(name) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get") || fresh(`apt-${name}`, "tried")) return false;
  begin(`Installing ${name} for the tests …`);
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
    if (["node_modules", "build", ".react-router", "journeys", "test-results"].includes(entry.name)) return [];
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

/** Runs a step to its end; one that fails, or a signal meanwhile, ends this process. */
async function run(command, args, { cwd = root, stdio = "inherit" } = {}) {
  const child = spawn(command, args, { cwd, env: environment, stdio });
  passOn(["SIGTERM"], child);
  // What runs beside a step that fails ends with it.
  const end = () => child.kill();
  process.on("exit", end);
  child.once("exit", () => process.off("exit", end));
  let written = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text) => (written += text));
  const [code] = await once(child, "close").catch((error) => fail(error.message));
  if (code === 0 && !stopping) return;
  if (!stopping && written) console.error(written);
  process.exit(code || 1);
}

/** A terminal sends Ctrl-C to the children as well, but SIGTERM reaches this process alone. */
function passOn(signals, child) {
  for (const signal of signals) {
    const kill = () => child.kill(signal);
    process.on(signal, kill);
    child.once("exit", () => process.off(signal, kill));
  }
}

/** Runs lists of commands at the same time, each in its order; shows what a command wrote when it has ended. */
async function together(...lists) {
  let failed = false;
  const inOrder = async (commands) => {
    for (const [command, args] of commands) {
      const options = { cwd: root, env: environment, maxBuffer };
      if (stopping) return;
      const running = promisify(execFile)(command, args, options);
      passOn(["SIGTERM"], running.child);
      const done = await running.catch((error) => error);
      process.stdout.write(done.stdout + done.stderr || done.message || "");
      failed ||= done instanceof Error;
    }
  };
  await Promise.all(lists.map(inOrder));
  if (failed || stopping) process.exitCode = 1;
}

/** For steps whose output matters only when they fail. */
function quietly(command, args, cwd) {
  return run(command, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
}

/** Runs the command as the rest of this process: passes on signals and exits with its exit code. */
function handOver(command, args) {
  const child = spawn(command, args, { cwd: root, env: environment, stdio: "inherit" });
  passOn(["SIGINT", "SIGTERM"], child);
  child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

/** Says which step begins, if it may write here: another user than the one who installed this may not. */
function begin(text) {
  try {
    stamp("step", text);
  } catch ({ message }) {
    fail(`Please run npm run ${task} as the user who owns ${root}, or in a copy of your own (${message}).`);
  }
  console.log(`\n  ${text}`);
}

function fail(text, code = 1) {
  console.error(text);
  process.exit(code);
}
