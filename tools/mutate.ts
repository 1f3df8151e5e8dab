import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { mutants } from "./mutants.ts";

// Runs the mutants one after another on the files themselves, which are restored in any case.

const word = process.argv[2] ?? "";
const chosen = mutants.filter(({ title, file, tests }) => [title, file, ...tests].some((text) => text.includes(word)));
if (chosen.length === 0) {
  console.error(
    `Usage: npm run mutants [-- <word>], of a title, a file or a test in tools/mutants.ts. None has “${word}”.`,
  );
  process.exit(2);
}
const survivors: string[] = [];
for (const { title, file, find, replace, tests } of chosen) {
  if (execFileSync("git", ["status", "--porcelain", "--", file], { encoding: "utf8" }))
    throw new Error(`${file} has changes that are not committed: commit them first`);
  const before = readFileSync(file, "utf8");
  const restore = () => writeFileSync(file, before);
  process.once("exit", restore);
  writeFileSync(
    file,
    before.replace(find, () => replace),
  );
  const { status, signal } = spawnSync("vitest", ["run", "--bail", "1", ...tests], {
    stdio: "ignore",
    env: { ...process.env, NIGHTLY: "true" },
  });
  restore();
  process.off("exit", restore);
  if (signal) throw new Error("interrupted");
  console.log(`${status === 0 ? "SURVIVED" : "noticed "}  ${title} (${file})`);
  if (status === 0) survivors.push(title);
}
console.log(`${chosen.length - survivors.length} of ${chosen.length} mutants were noticed`);
process.exitCode = survivors.length > 0 ? 1 : 0;
