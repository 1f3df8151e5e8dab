import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { entriesOf, notesOf } from "./changelog.ts";
import { knownWeaknesses } from "./weaknesses.ts";

// What npm run release looks at before it begins.

const undo: (() => unknown)[] = [];
afterAll(async () => {
  for (const each of undo.reverse()) await each();
});
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-release-"));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** A proxy that this machine may have leads away from it. */
const here = ["--noproxy", "127.0.0.1"];

const changelog = readFileSync("CHANGELOG.md", "utf8");
const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const sample =
  "# Changelog\n\n## [Unreleased]\n\n## [1.1.0] - 2026-02-01\n\n### Added\n\n- More.\n\n## [1.0.0] - 2026-01-01\n\n- All.\n";

test("T-01 CHANGELOG.md has an entry for the version that is released next, and keeps its form", () => {
  expect(notesOf(changelog, version)).toContain(`## [${version}] - `);
  const entries = entriesOf(changelog);
  expect(entries.filter(({ name, date }) => name !== "Unreleased" && !(name && date))).toEqual([]);
  const dates = entries.flatMap(({ date }) => date ?? []);
  expect(dates).toEqual(dates.toSorted().reverse());
  const kinds = [...changelog.matchAll(/^### (.+)$/gm)].map(([, kind]) => kind);
  const known = ["Upgrading", "Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"];
  expect(kinds.filter((kind) => !known.includes(kind as string))).toEqual([]);
});

test("T-01 the notes of a release are its entry, with what is in no version yet before it", () => {
  expect(notesOf(sample, "1.1.0")).toBe("## [1.1.0] - 2026-02-01\n\n### Added\n\n- More.\n");
  const coming = sample.replace("## [Unreleased]\n", "## [Unreleased]\n\n- Soon.\n");
  expect(notesOf(coming, "1.0.0")).toBe("## [Unreleased]\n\n- Soon.\n\n## [1.0.0] - 2026-01-01\n\n- All.\n");
});

test.each([
  ["2.0.0", sample, "has no entry for 2.0.0"],
  ["1.1", sample, "has no entry for 1.1"],
  ["1.0.0", sample.replace(" - 2026-01-01", ""), "has no date"],
  ["1.0.0", sample.replace("- All.", ""), "says nothing"],
])("T-01 %s without an entry of its own is refused", (name, text, says) => {
  expect(() => notesOf(text, name)).toThrow(says);
});

/** A registry that knows one weakness of left-pad, of a severity, or answers questions about weaknesses with a status. */
async function registry({ severity = "high", status = 200 }) {
  const server = createServer((request, response) => {
    const answer = (code: number, body: object) =>
      response.writeHead(code, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (request.url?.includes("/security/")) {
      const weakness = {
        id: 1,
        title: "It runs away",
        url: "https://example.test/1",
        severity,
        vulnerable_versions: "<2.0.0",
      };
      return request.resume().on("end", () => answer(status, status === 200 ? { "left-pad": [weakness] } : {}));
    }
    const dist = { tarball: "https://example.test/x.tgz", shasum: "0".repeat(40) };
    const versions = { "1.0.0": { name: "left-pad", version: "1.0.0", dist } };
    return answer(200, { name: "left-pad", "dist-tags": { latest: "1.0.0" }, versions });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  undo.push(() => new Promise((done) => server.close(done)));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** A program with one package, as `npm run release` finds it. */
function program(entry = "1.0.0") {
  const folder = newFolder();
  const dependencies = { "left-pad": "1.0.0" };
  const write = (name: string, content: object) => writeFileSync(join(folder, name), JSON.stringify(content));
  write("package.json", { name: "sample", version: "1.0.0", dependencies });
  const packages = {
    "": { name: "sample", version: "1.0.0", dependencies },
    "node_modules/left-pad": { version: "1.0.0" },
  };
  write("package-lock.json", { name: "sample", version: "1.0.0", lockfileVersion: 3, requires: true, packages });
  writeFileSync(join(folder, "CHANGELOG.md"), `# Changelog\n\n## [${entry}] - 2026-01-01\n\n- All.\n`);
  for (const name of ["tools", "server"]) mkdirSync(join(folder, name));
  for (const path of [
    "tools/release.mjs",
    "tools/changelog.ts",
    "tools/weaknesses.ts",
    "server/arguments.ts",
    "server/folders.ts",
  ])
    copyFileSync(path, join(folder, path));
  return folder;
}

test("ASVS 15.2.1 weaknesses of severity high or critical refuse a release, and all are listed", async () => {
  const ask = async (severity: string) =>
    knownWeaknesses(program(), [...here, "--registry", await registry({ severity }), "--cache", newFolder()]);
  const high = await ask("high");
  expect(high).toMatchObject({ asked: true, refused: true });
  expect(high.lines).toEqual([expect.stringMatching(/^high: left-pad .*: It runs away/)]);
  expect(await ask("moderate")).toMatchObject({
    asked: true,
    refused: false,
    lines: [expect.stringContaining("moderate")],
  });
});

test("ASVS 15.2.1 a registry without an answer about weaknesses is distinguished from one that knows none", async () => {
  const args = [...here, "--registry", await registry({ status: 405 }), "--cache", newFolder(), "--fetch-retries", "0"];
  expect(await knownWeaknesses(program(), args)).toMatchObject({ asked: false, refused: false, lines: [] });
});

/** Runs the command with a registry, for a folder "out"; returns its exit code and all that it printed. */
async function release(folder: string, address: string, args: string[] = [], parent = folder) {
  const environment = {
    ...process.env,
    npm_config_noproxy: "127.0.0.1",
    npm_config_registry: address,
    npm_config_cache: newFolder(),
    npm_config_fetch_retries: "0",
  };
  const child = spawn(process.execPath, ["tools/release.mjs", join(parent, "out"), ...args], {
    cwd: folder,
    env: environment,
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  const [code] = await once(child, "close");
  return { code, said };
}

test("T-01 ASVS 15.2.1 the command refuses a version without an entry, and weaknesses unless they are accepted, but not when the registry does not answer", async () => {
  const knowing = await registry({ severity: "critical" });
  const nameless = await release(program("0.9.0"), knowing);
  expect(nameless).toMatchObject({ code: 1, said: expect.stringContaining("has no entry for 1.0.0") });
  const weak = await release(program(), knowing);
  expect(weak).toMatchObject({
    code: 1,
    said: expect.stringMatching(/critical: left-pad[\s\S]*No release with these/),
  });
  // The next that is looked at is the web, which is not built here.
  const accepted = await release(program(), knowing, ["--accept-weaknesses"]);
  expect(accepted.said).toMatch(/Accepted[\s\S]*web\/build\/server\/index\.js is not built/);
  const silent = await release(program(), await registry({ status: 405 }));
  expect(silent.said).toMatch(/says nothing of known weaknesses[\s\S]*web\/build\/server\/index\.js is not built/);
});

test("T-01 a folder that cannot be made, and packages that cannot be fetched, end with a sentence and leave nothing behind", async () => {
  const address = await registry({ status: 405 });
  const file = newFolder();
  rmSync(file, { recursive: true });
  writeFileSync(file, "mine");
  const sources = program();
  const below = await release(sources, address, [], file);
  expect(below).toMatchObject({
    code: 1,
    said: expect.stringMatching(
      /^The release cannot be made in .*\(E\w+: .*\)\. Look at what it names, or name another folder\.$/m,
    ),
  });

  for (const folder of ["contract", "sandbox", "web/build/server", "server/build", "deploy", "docs"])
    mkdirSync(join(sources, folder), { recursive: true });
  const kit = readFileSync("tools/release.mjs", "utf8").match(/"(?:deploy|docs)\/[\w./-]+"/g) ?? [];
  for (const path of [
    "web/build/server/index.js",
    "server/build/main.js",
    "web/package.json",
    ...kit.map((name) => JSON.parse(name)),
  ])
    writeFileSync(join(sources, path), "{}");
  const { code, said } = await release(sources, "http://127.0.0.1:9/");
  expect({ code, said }).toEqual({
    code: 1,
    said: expect.stringContaining("npm ci has failed; its own words are above."),
  });
  expect(said).not.toContain("release.mjs:");
  expect(readdirSync(sources).filter((name) => name.startsWith("out"))).toEqual([]);
});
