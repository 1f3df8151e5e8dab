import type { ReactNode } from "react";

/** What reads badly in two lines: a date, with or without its year, how many people or days, and an amount below nought. */
export const kept = /-£[\d,]+\.\d\d|\b(?:due )?\d{1,2} [A-Z][a-z]+(?: \d{4})?\b|\b(?:Over )?[\d–]+ (?:people|days?)\b/;
const words = new RegExp(`(\\b[Ee]-mails?\\b|\\bINV-\\d+\\b|${kept.source})`);

/** A sentence in which no date, no number of people or days, no invoice's number and no "e-mail" is broken at the end of a line. */
export const unbroken = (sentence: ReactNode): ReactNode =>
  typeof sentence === "string"
    ? // Every second part is what the pattern found.
      sentence.split(words).map((part, at) => (at % 2 ? <Unbroken key={part + String(at)}>{part}</Unbroken> : part))
    : sentence;

const Unbroken = ({ children }: { children: string }) => <span className="unbroken">{children}</span>;
