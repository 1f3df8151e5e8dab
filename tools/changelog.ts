// CHANGELOG.md, in the form of keepachangelog.com.

/**
 * The notes of a version: its entry, and before it what is in no version yet, if there is any. Throws an Error that says what
 * to write when the version has no entry with a date and at least one line.
 */
export function notesOf(changelog: string, version: string): string {
  const entries = entriesOf(changelog);
  const entry = entries.find(({ name }) => name === version);
  if (!entry)
    throw new Error(
      `CHANGELOG.md has no entry for ${version}: write "## [${version}] - 2026-01-31" and below it what is new.`,
    );
  if (!entry.date)
    throw new Error(`The entry of ${version} in CHANGELOG.md has no date: write "## [${version}] - 2026-01-31".`);
  if (!/^- \S/m.test(entry.text)) throw new Error(`The entry of ${version} in CHANGELOG.md says nothing.`);
  const coming = entries.find(({ name }) => name === "Unreleased");
  const shown = coming && /^- \S/m.test(coming.text) ? [coming, entry] : [entry];
  return shown.map(({ heading, text }) => `${heading}\n\n${text}\n`).join("\n");
}

type Entry = { heading: string; name: string | null; date: string | null; text: string };

/** The entries in their order: `name` is a version or Unreleased, `date` a day or null. */
export function entriesOf(changelog: string): Entry[] {
  const parts = changelog.split(/^(?=## )/m).slice(1);
  return parts.map((part) => {
    const [heading = "", ...lines] = part.split("\n");
    const [, name, date] = /^## \[([^\]]+)\](?: - (\d{4}-\d{2}-\d{2}))?$/.exec(heading) ?? [];
    return { heading, name: name ?? null, date: date ?? null, text: lines.join("\n").trim() };
  });
}
