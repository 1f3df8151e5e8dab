// Conversations with people who write to us: from the contact page, and requests under a member's matches.

export const threadKinds = ["contact", "request"] as const;
export type ThreadKind = (typeof threadKinds)[number];
export const threadKindLabels: Record<ThreadKind, string> = { contact: "Contact page", request: "Found nobody" };

/** Open: somebody waits for our answer. Answered: we wait for theirs. */
export const threadStates = ["open", "answered", "closed"] as const;
export type ThreadState = (typeof threadStates)[number];
export const threadStateLabels: Record<ThreadState, string> = { open: "Open", answered: "Answered", closed: "Closed" };

export const threadActions = ["answer", "close", "reopen", "assign", "release"] as const;
export type ThreadAction = (typeof threadActions)[number];

/** A file that came with a reply by e-mail and was not kept. */
export type Attachment = { name: string; bytes: number };

const quoteBegins = [
  // As programs introduce it, also where the line is broken: "On 3 March 2027, Ada Lind <…> wrote:".
  /^On [^\n]{5,200}(?:\n[^\n]{0,200})?wrote:[ \t]*$/m,
  /^-{2,} ?Original Message ?-{2,}[ \t]*$/im,
  /^_{10,}[ \t]*\n+From: /m,
  /^From: [^\n]+\n(?:Sent|Date): /m,
];

/** The position from which all lines to the end are quoted; the length of the text when none are. */
function quotedLinesAt(text: string): number {
  let at = text.length;
  for (let end = text.length; end > 0; ) {
    const begin = text.lastIndexOf("\n", end - 1) + 1;
    const line = text.slice(begin, end).trim();
    if (line && !line.startsWith(">")) break;
    if (line) at = begin;
    end = begin - 1;
  }
  return at;
}

/**
 * Splits a reply into its own text and the earlier e-mails that it quotes; without text of its own the whole counts as
 * text.
 */
export function splitQuoted(text: string): { text: string; quoted: string | null } {
  const begins = quoteBegins.map((each) => text.search(each)).filter((at) => at >= 0);
  const at = Math.min(...begins, quotedLinesAt(text));
  const said = text.slice(0, at).trim();
  const quoted = text.slice(at).trim();
  return said && quoted ? { text: said, quoted } : { text: text.trim(), quoted: null };
}

/** What can be done with a conversation in a state, by whether it is assigned to the reader, to another, or to nobody. */
export function threadActionsFor(state: ThreadState, assignedTo: "me" | "another" | "nobody"): ThreadAction[] {
  if (state === "closed") return ["reopen"];
  return ["answer", "close", assignedTo === "me" ? "release" : "assign"];
}
