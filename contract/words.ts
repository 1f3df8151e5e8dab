/** A text without case and accents: "Zoë" is found as "zoe". The database folds in the same way (`folded`). */
export const fold = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase();

const maxWords = 10;

/** The words of a search, folded. */
export const wordsIn = (text: string): string[] => fold(text).split(/\s+/).filter(Boolean).slice(0, maxWords);
