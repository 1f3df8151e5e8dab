const isTitle = (word: string) => /^(dr|prof(essor)?|sir|dame|mrs?|ms|miss|mx|lord|lady|rev(erend)?)\.?$/i.test(word);

/**
 * How a person is addressed: by the first name, or with the title where only a surname follows it. Empty for an empty name;
 * initials are kept.
 */
export function addressOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const names = words.slice(words.findIndex((word) => !isTitle(word)));
  return names.length > 1 || names.length === words.length ? (names[0] ?? "") : words.join(" ");
}

/** The first line of an e-mail; `otherwise` stands for a person without a name. */
export const greetingOf = (name: string, otherwise = "member"): string => `Dear ${addressOf(name) || otherwise},`;
