import { readFileSync } from "node:fs";

type Environment = Record<string, string | undefined>;

/**
 * The settings that are given, each as `NAME` or, for what must not stand in an environment, as `NAME_FILE` with the
 * path of a UTF-8 file that holds it: the secrets of a container or of systemd. White space around a file's text is
 * left out. Empty settings count as not given. Returns the errors instead of throwing, so that all of them are reported
 * together (T-02).
 */
export function givenSettings(
  environment: Environment,
  names: readonly string[],
): { given: Record<string, string>; errors: string[] } {
  const given: Record<string, string> = {};
  const errors: string[] = [];
  for (const [name, value] of Object.entries(environment)) if (value) given[name] = value;
  for (const name of names) {
    const path = given[`${name}_FILE`];
    if (!path) continue;
    if (given[name]) errors.push(`${name} and ${name}_FILE are both set: unset one of the two`);
    const text = textOf(path);
    if (text) given[name] = text;
    else errors.push(`${name}_FILE: ${text === null ? "cannot be read" : "is empty"}: ${path}`);
  }
  return { given, errors };
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return null;
  }
}
