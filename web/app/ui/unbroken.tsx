import type { ReactNode } from "react";

const words = /(\b[Ee]-mails?\b|\bINV-\d+\b|\b\d{1,2} [A-Z][a-z]+(?: \d{4})?\b)/;

/** A sentence in which no date, no invoice's number and no "e-mail" is broken at the end of a line. */
export const unbroken = (sentence: ReactNode): ReactNode =>
  typeof sentence === "string"
    ? // Every second part is what the pattern found.
      sentence.split(words).map((part, at) => (at % 2 ? <Unbroken key={part + String(at)}>{part}</Unbroken> : part))
    : sentence;

const Unbroken = ({ children }: { children: string }) => <span className="unbroken">{children}</span>;
