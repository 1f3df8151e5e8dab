import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

// Where the packages come from, and by which licences (ASVS 15.1.2, 15.2.1). Looks at files alone; `npm run release` asks the
// registry about known weaknesses.

type Locked = {
  version?: string;
  name?: string;
  link?: boolean;
  resolved?: string;
  integrity?: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
  hasInstallScript?: boolean;
};
const read = (path: string) => JSON.parse(readFileSync(path, "utf8"));
const root = read("package.json") as { workspaces: string[]; allowScripts: Record<string, boolean> };
const lock = read("package-lock.json") as { lockfileVersion: number; packages: Record<string, Locked> };
const manifests = ["package.json", ...root.workspaces.map((folder) => `${folder}/package.json`)];
const nameOf = (path: string) => path.split("node_modules/").at(-1) as string;
const ours = Object.entries(lock.packages).filter(([, { link }]) => link);
const foreign = Object.entries(lock.packages)
  .filter(([path, { link }]) => path.includes("node_modules/") && !link)
  .map(([path, locked]) => ({ path, ...locked, name: locked.name ?? nameOf(path) }));

const exact = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;

test("ASVS 15.1.2 the lock file names every package by version and SHA-512, and no other place than the registry that npm is set to", () => {
  expect(lock.lockfileVersion).toBe(3);
  expect(foreign.length).toBeGreaterThan(500);
  // A place of its own (git, a file, a web address, another registry) would stand in `resolved`.
  const broken = foreign.filter(
    ({ version = "", resolved, integrity = "" }) =>
      resolved !== undefined || !exact.test(version) || !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity),
  );
  expect(broken.map(({ path, version, resolved }) => ({ path, version, resolved }))).toEqual([]);
});

test("ASVS 15.1.2 only the workspaces are linked", () => {
  expect(ours.map(([, { resolved }]) => resolved).sort()).toEqual(root.workspaces.toSorted());
});

test.each(manifests)("ASVS 15.1.2 %s names versions exactly", (path) => {
  const { dependencies, devDependencies, peerDependencies, optionalDependencies, overrides } = read(path);
  const named = { ...dependencies, ...devDependencies, ...peerDependencies, ...optionalDependencies, ...overrides };
  expect(Object.entries<string>(named).filter(([, version]) => !exact.test(version))).toEqual([]);
});

test("ASVS 15.1.2 every version of a package.json is the locked one", () => {
  const wanted = manifests.flatMap((path) => {
    const { dependencies, devDependencies } = read(path);
    const folder = path.replace(/\/?package\.json$/, "");
    return Object.entries<string>({ ...dependencies, ...devDependencies }).map(([name, version]) => {
      // npm puts a package beside the workspace that uses it where others use another version.
      const beside = folder && lock.packages[`${folder}/node_modules/${name}`];
      const locked = beside || (lock.packages[`node_modules/${name}`] as Locked);
      return { name, version, locked: locked.link ? version : locked.version };
    });
  });
  expect(wanted.length).toBeGreaterThan(50);
  expect(wanted.filter(({ version, locked }) => version !== locked)).toEqual([]);
});

test("ASVS 15.2.1 packages that run a program when they are installed are those that we have decided about", () => {
  const wanting = new Set(foreign.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name));
  expect([...wanting].sort()).toEqual(Object.keys(root.allowScripts).sort());
});

/** They ask for their notice at most. */
const free = [
  ...["MIT", "MIT-0", "ISC", "0BSD", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "BlueOak-1.0.0", "Unlicense"],
  ...["CC0-1.0", "Zlib", "Python-2.0"],
];
/** Where a licence that asks for more is fine, and why. */
const allowed: { licence: string; of: RegExp; onlyDev?: boolean; because: string }[] = [
  {
    licence: "LGPL-3.0-or-later",
    of: /^@img\/sharp-/,
    because: "libvips is a library beside us, which anybody may exchange",
  },
  { licence: "OFL-1.1", of: /^@fontsource/, because: "fonts, served as they are with their names" },
  { licence: "MPL-2.0", of: /^(lightningcss|axe-core)/, onlyDev: true, because: "not in a release, and unchanged" },
  { licence: "CC-BY-4.0", of: /^caniuse-lite$/, onlyDev: true, because: "not in a release" },
];
/** Their package.json has no licence in the form of today; read in their files. */
const readByHand: Record<string, string> = {
  busboy: "MIT",
  "humanize-number": "MIT",
  "png-js": "MIT",
  streamsearch: "MIT",
};

function isAllowed(expression: string, { name, dev = false }: { name: string; dev?: boolean }): boolean {
  const words = expression.replace(/[()]/g, "");
  // None of ours mixes the two words.
  if (/ OR /.test(words))
    return !/ AND /.test(words) && words.split(" OR ").some((one) => isAllowed(one, { name, dev }));
  return words
    .split(" AND ")
    .every(
      (licence) =>
        free.includes(licence) ||
        allowed.some(({ licence: known, of, onlyDev }) => known === licence && of.test(name) && (dev || !onlyDev)),
    );
}

test("ASVS 15.1.2 every package has a licence that we may use it by", () => {
  const refused = foreign.filter((each) => !isAllowed(each.license ?? readByHand[each.name] ?? "none", each));
  expect(refused.map(({ path, license, dev }) => ({ path, license, dev }))).toEqual([]);
});

test.each([
  ["GPL-3.0-only", "any", false, false],
  ["UNLICENSED", "any", false, false],
  ["none", "any", false, false],
  ["LGPL-3.0-or-later", "any", false, false],
  ["MPL-2.0", "lightningcss", false, false],
  ["MPL-2.0", "lightningcss", true, true],
  ["MIT AND GPL-3.0-only", "any", false, false],
  ["(MIT OR GPL-3.0-only)", "any", false, true],
  ["Apache-2.0 AND LGPL-3.0-or-later AND MIT", "@img/sharp-wasm32", false, true],
])("ASVS 15.1.2 %s of %s (development: %s) is allowed: %s", (licence, name, dev, expected) => {
  expect(isAllowed(licence, { name, dev })).toBe(expected);
});

test("ASVS 15.1.2 every licence that is stated by hand is needed", () => {
  const silent = new Set(foreign.filter(({ license }) => !license).map(({ name }) => name));
  expect(Object.keys(readByHand).filter((name) => !silent.has(name))).toEqual([]);
  expect(allowed.filter(({ of }) => !foreign.some(({ name }) => of.test(name)))).toEqual([]);
});
