const isTitle = (word: string) => /^(dr|prof(essor)?|sir|dame|mrs?|ms|miss|mx|lord|lady|rev(erend)?)\.?$/i.test(word);

/**
 * How a person is addressed: by the first name, or with the title where only a surname follows it. Empty for an empty name;
 * initials are kept. In other scripts than Latin the first word may be a title ("د.") or the surname, so that the whole name
 * is used.
 */
export function addressOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const names = words.slice(words.findIndex((word) => !isTitle(word)));
  const [first = ""] = names;
  if (names.length === 1) return words.join(" ");
  return /[a-z]/i.test(first) ? first : names.join(" ");
}

/**
 * The first line of an e-mail; `otherwise` stands for a person without a name. Mail programs make links of addresses, and the
 * name in an application may be a stranger's to whom the e-mail goes.
 */
export const greetingOf = (name: string, otherwise = "member"): string =>
  `Dear ${(isLink(name) ? "" : addressOf(name)) || otherwise},`;

/** A scheme, "www." or a host's ending; the capital of "Dr.Sarah" is that of a name. */
const isLink = (name: string) => /:\/\/|\b[Ww]{3}\.|\.[a-z]{2,}(\/|\s|$)/.test(name);
