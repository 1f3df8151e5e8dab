import { onSessionChange } from "./session.ts";

/** How many answers are kept; the least recently loaded is dropped first. */
const maxAnswers = 100;

const answers = new Map<string, string>();
onSessionChange(() => answers.clear());

/** Keeps a read's response in this tab, to show it again while the browser is offline. */
export function rememberAnswer(url: string, text: string): void {
  answers.delete(url);
  answers.set(url, text);
  for (const oldest of answers.keys()) {
    if (answers.size <= maxAnswers) break;
    answers.delete(oldest);
  }
}

/** What this tab last loaded from an address, while the browser is offline; otherwise undefined. */
export function answerWhileOffline(url: string): string | undefined {
  return navigator.onLine ? undefined : answers.get(url);
}
