import { Children, type ReactNode } from "react";

// Dates, with or without their year, and how many people or days.
const kept = /\b(?:due )?\d{1,2} [A-Z][a-z]+(?: \d{4})?\b|\b(?:Over )?[\d–]+ (?:people|days?)\b/;
const outsideTags = new RegExp(`(?:${kept.source})(?![^<>]*>)`, "g");

/** A text, or an editor's HTML, in which no date and no number of people or days is broken at the end of a line. */
export const unbrokenText = (text: string): string =>
  text.replace(outsideTags, (words) => words.replaceAll(" ", "\u00a0"));

const hyphened = /(\b[Ee]-mails?\b|\bINV-\d+\b|-£[\d,]+\.\d\d)/;

/**
 * The same for a sentence of ours, in which no invoice's number, no amount below nought and no "e-mail" is broken
 * either.
 */
export const unbroken = (sentence: ReactNode): ReactNode => {
  if (Array.isArray(sentence)) return Children.map(sentence, unbroken);
  if (typeof sentence !== "string") return sentence;
  // Every second part is what the pattern found.
  const parts = unbrokenText(sentence).split(hyphened);
  return parts.map((part, at) => (at % 2 ? <Unbroken key={part + String(at)}>{part}</Unbroken> : part));
};

const Unbroken = ({ children }: { children: string }) => <span className="unbroken">{children}</span>;
