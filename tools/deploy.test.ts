import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { Environment, settingNames } from "../server/settings/environment.ts";
import { readSettings } from "../server/settings.ts";
import { sourceFiles } from "./source-files.ts";

// T-01: what deploy/ names exists, and its settings are those that the product reads.

const read = (name: string) => readFileSync(`deploy/${name}`, "utf8");
const [compose, unit, backup, example] = [
  "compose.yaml",
  "plumbline.service",
  "plumbline-backup.service",
  "plumbline.env.example",
].map(read) as [string, string, string, string];

/** Settings of others: the proxy's, PostgreSQL's, Node's, AnyCable's. */
const foreign = ["DOMAIN", "UPSTREAM", "NODE_COMPILE_CACHE", "PATH", "ANYCABLE_DISABLE_TELEMETRY"];
const known = (name: string) =>
  settingNames.includes(name.replace(/_FILE$/, "")) || foreign.includes(name) || name.startsWith("POSTGRES_");

test.each([
  ["compose.yaml", [...compose.matchAll(/^ {6}([A-Z][A-Z_]+):/gm)]],
  ["Containerfile", [...read("Containerfile").matchAll(/^(?:ENV| {4}) ?([A-Z][A-Z_]+)=/gm)]],
  ["plumbline.service", [...unit.matchAll(/\b([A-Z][A-Z_]+)=/g)]],
  ["plumbline-backup.service", [...backup.matchAll(/\b([A-Z][A-Z_]+)=/g)]],
  ["plumbline.env.example", [...example.matchAll(/^([A-Z][A-Z_]+)=/gm)]],
])("T-01 every setting in deploy/%s is one that is read", (_name, found) => {
  const names = found.map(([, name]) => name as string);
  expect(names.length).toBeGreaterThan(1);
  expect(names.filter((name) => !known(name))).toEqual([]);
});

test("T-01 the kit's README says what each of its files is", () => {
  const [, table = ""] = /\| file \| what it is \|\n(.*?)\n\n/s.exec(read("README.md")) ?? [];
  const named = [...table.matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name.replace(/\/$/, "")),
  );
  const kit = sourceFiles().flatMap((path) => /^deploy\/([^/]+)/.exec(path)?.[1] ?? []);
  const files = new Set(kit.filter((name) => name !== "README.md"));
  const isNamed = (file: string) =>
    named.some((name) => (name.endsWith("*") ? file.startsWith(name.slice(0, -1)) : file === name));
  expect([...files].filter((file) => !isNamed(file))).toEqual([]);
});

test("T-01 what an operator keeps beside the kit gets neither into git nor into the build of the image", () => {
  const linesOf = (path: string) => readFileSync(path, "utf8").split("\n");
  const own = ["secrets/", "backups/", "plumbline.env", ".env"];
  expect(linesOf(".gitignore")).toEqual(expect.arrayContaining(own));
  expect(linesOf(".dockerignore")).toEqual(
    expect.arrayContaining(own.map((name) => `deploy/${name.replace(/\/$/, "")}`)),
  );
});

test("T-01 the example and the secrets of either way are all that production asks for", () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-settings-"));
  const given = Object.fromEntries(
    [...example.matchAll(/^([A-Z_]+)="?([^"\n]*)"?$/gm)].map(([, name, value]) => [name as string, value || "filled"]),
  );
  const samples: Record<string, string> = {
    database_url: "postgres://plumbline:secret@postgres:5432/plumbline\n",
    redis_url: "redis://default:secret@redis:6379\n",
    smtp_url: "smtp://user:password@mail.example.com:587\n",
  };
  for (const [path, text] of [
    ["compose.yaml", compose],
    ["plumbline.service", unit],
  ] as const) {
    const files = [...text.matchAll(/([A-Z_]+_FILE)[=:] ?(?:\/run\/secrets|%d)\/([a-z_]+)/g)].filter(([, name]) =>
      settingNames.includes((name as string).replace(/_FILE$/, "")),
    );
    const secrets = files.map(([, name, secret]) => {
      const file = join(folder, secret as string);
      writeFileSync(file, samples[secret as string] ?? `value of ${secret}`);
      return [name as string, file];
    });
    const settings = readSettings({ ...given, ...Object.fromEntries(secrets), NODE_ENV: "production" });
    expect(settings.databaseUrl, path).toBe(samples["database_url"]?.trim());
    expect(settings.stripe?.webhookSecret, path).toBe("value of stripe_webhook_secret");
  }
});

test("T-01 the nightly backup has the settings of the service, which say where the files are", () => {
  const files = (text: string) => [...text.matchAll(/^EnvironmentFile=(.+)$/gm)].map(([, path]) => path);
  expect(files(unit)).toHaveLength(1);
  expect(files(backup)).toEqual(files(unit));
});

test("T-01 the nightly backup is confined as the service is, and leaves the mode of its folder as it is", () => {
  const hardening = (text: string): string[] => text.match(/^[A-Z]\w*=.*$/gm) ?? [];
  const shared = /^(?:StateDirectory|NoNew|Capab|Ambient|Protect|Private|ProcSubset|Restrict|Lock|SystemCall|UMask)/;
  const kept = hardening(unit).filter((line) => shared.test(line));
  expect(kept.length).toBeGreaterThan(20);
  // Without RemoveIPC, which would concern the running service of the same user.
  expect(kept.filter((line) => !hardening(backup).includes(line))).toEqual([]);
});

test("T-01 whoever stops the process waits longer than it takes at most", () => {
  const [, longest] = /maxShutdown = ([\d_]+);/.exec(readFileSync("server/main.ts", "utf8")) ?? [];
  const seconds = Number(longest?.replace("_", "")) / 1000;
  const [, service] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? [];
  const [, container] = /stop_grace_period: (\d+)s/.exec(compose) ?? [];
  expect(seconds).toBeGreaterThan(0);
  for (const waits of [service, container]) expect(Number(waits)).toBeGreaterThan(seconds);
});

test("B-12 the README lists every setting, and the defaults that it names are those that are used", () => {
  const [, table = ""] = readFileSync("README.md", "utf8").split("\n## Settings\n");
  const rows = [...table.matchAll(/^\| (`[A-Z][^|]+) \| ([^|]+) \|/gm)];
  const quoted = (text = "") => [...text.matchAll(/`([^`]+)`/g)].map(([, word]) => word as string);
  expect(rows.flatMap(([, names]) => quoted(names)).sort()).toEqual([...settingNames].sort());
  const used: Record<string, unknown> = Environment.parse({});
  for (const [, names, defaults = ""] of rows) {
    // A default in words, or one that is another setting's, is told by readSettings.
    if (!/^`[^`A-Z]+`(, `[^`A-Z]+`)*$/.test(defaults)) continue;
    const told = quoted(defaults);
    for (const [at, name] of quoted(names).entries())
      if (used[name] !== undefined) expect(`${name}=${used[name]}`).toBe(`${name}=${told[at]}`);
  }
});

test("T-01 the files that the kit names are there, and its commands may be run", () => {
  const readme = read("README.md");
  const named = [...readme.matchAll(/^\| `([^`]+)`/gm)]
    .map(([, name]) => name as string)
    .filter((name) => !name.includes("*"));
  expect(named.filter((name) => !existsSync(`deploy/${name}`))).toEqual([]);
  for (const name of ["plumbline", "plumbline-run", "new-secrets"])
    expect(statSync(`deploy/${name}`).mode & 0o111, name).toBe(0o111);
});

test("T-01 every image is pinned to a version", () => {
  const images = [...`${compose}\n${read("Containerfile")}`.matchAll(/(?:image: |ARG (?:BUILD|BASE)=)(\S+)/g)];
  expect(images.length).toBe(8);
  for (const [, image] of images) expect(image).toMatch(/:\d+\.\d+(\.\d+)?(-\w+)?(-slim)?$/);
});

test("T-01 the command of a release knows its tasks, and says so about others", () => {
  const command = resolve("deploy", "plumbline");
  const refused = () => execFileSync(command, ["dance"], { stdio: "pipe" });
  expect(refused).toThrow(/plumbline \[start\|doctor\|staff/);
  const tasks = /\[([a-z0-9|-]+)\]/.exec(read("plumbline"))?.[1]?.split("|") ?? [];
  for (const task of tasks.filter((name) => !["start", "backup", "restore"].includes(name)))
    expect(existsSync(`server/${task}.ts`), task).toBe(true);
});

test("R19 a folder is meant from where the command of a release is typed, before an option or behind it", () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline a release-"));
  mkdirSync(join(folder, "bin"));
  copyFileSync("deploy/plumbline", join(folder, "plumbline"));
  writeFileSync(join(folder, "bin/node"), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
  const cwd = mkdtempSync(join(tmpdir(), "plumbline-typed-"));
  const run = (...args: string[]) =>
    execFileSync(join(folder, "plumbline"), ["restore", ...args], { cwd, encoding: "utf8" })
      .trim()
      .split("\n")
      .slice(2);
  expect(run("kept here", "--force")).toEqual([join(cwd, "kept here"), "--force"]);
  expect(run("--force", "kept here")).toEqual(["--force", join(cwd, "kept here")]);
  expect(run("/kept", "--force")).toEqual(["/kept", "--force"]);
});

test("T-01 the secrets that are made fit together, and what is there already stays", () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-secrets-"));
  const made = join(folder, "secrets");
  const secret = (name: string) => readFileSync(join(made, name), "utf8");
  copyFileSync("deploy/new-secrets", join(folder, "new-secrets"));
  const make = () => execFileSync("sh", [join(folder, "new-secrets")], { encoding: "utf8" });
  const names = [...compose.matchAll(/^ {2}([a-z_]+): \{ file: secrets\/\1 \}$/gm)].map(([, name]) => name as string);
  expect(make()).toContain("smtp_url");
  expect(names.filter((name) => !existsSync(join(made, name)))).toEqual([]);
  expect(new URL(secret("database_url")).password).toBe(secret("database_password"));
  expect(secret("database_password")).not.toBe(secret("postgres_password"));
  expect(secret("redis_conf").trim()).toBe(`requirepass ${new URL(secret("redis_url")).password}`);
  const before = names.map(secret);
  make();
  expect(names.map(secret)).toEqual(before);
});
