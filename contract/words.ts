/** A text without case and accents: "Zoë" is found as "zoe". The database folds in the same way (`folded`). */
export const fold = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase();

/** Letters that Unicode does not take apart into a plain one and an accent. */
const plainLetters: Readonly<Record<string, string>> = { ł: "l", ø: "o", đ: "d", ı: "i", ß: "ss", æ: "ae", œ: "oe" };

/** A text as a keyboard without accents types it: "Wrocław" is chosen from a list as "wroclaw". */
export const inPlainLetters = (text: string): string =>
  fold(text.trim()).replace(/[łøđıßæœ]/g, (letter) => plainLetters[letter] ?? letter);

const maxWords = 10;

/** The words of a search, folded; apart at apostrophes, because a phone types another one than a computer. */
export const wordsIn = (text: string): string[] =>
  fold(text)
    .split(/[\s'’‘ʼ]+/)
    .filter(Boolean)
    .slice(0, maxWords);
