#!/usr/bin/env node
// node tools/reload.mjs <folders> <program> [arguments]: runs a program, and starts it again when a file in one of the
// folders, separated by commas, has changed. Node's own --watch-path does not notice, on Linux, a change of a file that an
// editor or git has replaced before, so each folder is watched by itself.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, watch } from "node:fs";
import { join } from "node:path";

const [folders, ...program] = process.argv.slice(2);
/** What a program ends with when it does not have the arguments that it was given; no change of a file helps then. */
const wrongArguments = 2;
/** What is made from the sources, or installed. */
const made = ["node_modules", "build"];
/** A change is rarely one event: an editor writes in steps, and git many files. In milliseconds. */
const settled = 100;

let stopping = false;
let onSignal = () => {};
for (const signal of ["SIGINT", "SIGTERM"])
  process.on(signal, () => {
    stopping = true;
    onSignal();
  });

while (!stopping) {
  const { promise: over, resolve: end } = Promise.withResolvers();
  onSignal = end;
  let timer;
  const changed = (_event, name) => {
    if (made.includes(name)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      console.log(`\n  ${name} has changed: starting again …`);
      end();
    }, settled);
  };
  // Before the start, so that no change during it is missed; again each time, because folders come and go.
  const watchers = folders
    .split(",")
    .flatMap(foldersIn)
    .map((folder) => watch(folder, changed));
  const child = spawn(process.execPath, program, { stdio: "inherit" });
  const gone = once(child, "exit").then(([code]) => {
    if (code === wrongArguments) process.exit(code);
    if (!stopping) console.log("\n  It has ended, and starts again when a file changes.");
  });
  await over;
  for (const watcher of watchers) watcher.close();
  child.kill("SIGTERM");
  await gone;
}

function foldersIn(folder) {
  const within = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !made.includes(entry.name),
  );
  return [folder, ...within.flatMap((entry) => foldersIn(join(folder, entry.name)))];
}
