import { parseArgs } from "node:util";

/** What a command takes: how many arguments at least and at most, and which options, as in `--force`. */
type Taken = { least?: number; most?: number; options?: readonly string[] };

/**
 * The arguments of a command and the options among them. Ends the process with the command's usage and exit code 2 for
 * too few or too many, and for an option that it does not have: that would be taken for a folder otherwise, or ignored.
 */
export function readArguments(
  usage: string,
  { least = 0, most = least, options = [] }: Taken = {},
  args: readonly string[] = process.argv.slice(2),
): { given: string[]; set: ReadonlySet<string> } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: Object.fromEntries(options.map((name) => [name, { type: "boolean" as const }])),
      allowPositionals: true,
    });
    if (positionals.length >= least && positionals.length <= most)
      return { given: positionals, set: new Set(Object.keys(values)) };
  } catch {
    // An unknown option, which the usage answers.
  }
  console.error(`Usage: ${usage}`);
  process.exit(2);
}
