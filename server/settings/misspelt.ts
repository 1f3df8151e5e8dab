import { settingNames } from "./environment.ts";

/** In how many letters a name may differ from the setting that was meant. */
const maxDifference = 2;
/** Shorter names, such as HOST, are too near to what every environment has. */
const minLength = 6;

const known = settingNames.flatMap((name) => [name, `${name}_FILE`]);

/**
 * The variables that nobody reads and whose names are nearly that of a setting, which is then missing: each with the
 * nearest setting.
 */
export function misspeltNames(environment: Record<string, string | undefined>): { name: string; meant: string }[] {
  return Object.keys(environment).flatMap((name) => {
    if (!environment[name] || known.includes(name)) return [];
    const near = known
      .filter((each) => each.length >= minLength && Math.abs(each.length - name.length) <= maxDifference)
      .map((meant) => ({ meant, difference: differenceOf(name.toUpperCase(), meant) }))
      .filter(({ difference }) => difference <= maxDifference)
      .sort((one, other) => one.difference - other.difference)[0];
    return near ? [{ name, meant: near.meant }] : [];
  });
}

/** How many letters have to be added, left out or replaced to make one text of the other (Levenshtein). */
function differenceOf(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const letter of one) {
    const row = [(before[0] ?? 0) + 1];
    for (const [at, wanted] of [...other].entries()) {
      const replaced = (before[at] ?? 0) + (letter === wanted ? 0 : 1);
      row.push(Math.min(replaced, (before[at + 1] ?? 0) + 1, (row[at] ?? 0) + 1));
    }
    before = row;
  }
  return before[other.length] ?? 0;
}
