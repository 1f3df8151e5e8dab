import { globSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

/**
 * The paths of this repository's files, from its root and with slashes, but for what .gitignore names. Read from the
 * folders, because git is missing in a download and refuses a folder that belongs to another user.
 */
export function sourceFiles(): string[] {
  const ignored = readFileSync(".gitignore", "utf8").split("\n").filter(Boolean);
  const names = [".git", ...ignored.map((line) => line.replace(/\/$/, ""))];
  const isIgnored = (name: string) =>
    names.some((each) => (each.startsWith("*") ? name.endsWith(each.slice(1)) : name === each));
  // A star leaves out names that begin with a dot.
  const entries = globSync(["**/*", ".*", ".*/**/*"], {
    withFileTypes: true,
    exclude: ({ name }) => isIgnored(name),
  });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(".", join(parentPath, name)).replaceAll(sep, "/"))
    .sort();
}
