import type { AccountState, Role } from "../product.ts";

/** In characters, and in files a message (decision 31). */
export const mostCharacters = 10_000;
export const mostFiles = 10;

/** How long a message waits unread before its receiver is reminded by e-mail, in milliseconds. */
export const unreadPatience = 15 * 60_000;

export const texts = {
  empty: "Please write a message or attach a file.",
  tooLong: "Please keep a message under 10,000 characters.",
  foreignFile: "Please attach files that you have uploaded yourself.",
  /** The chat gate, per role (rows M-10 and decision 6). */
  closedForCustomer:
    "Your membership is not active, so you can read your messages but not write. Choose a plan to write again.",
  closedForAdvisor:
    "Your payout account is not set up yet, so you can read your messages but not write. Set it up to write.",
  receiverAway: "This member's account is closed at the moment, so they cannot receive messages.",
} as const;

/** One side of a possible conversation, in the facts that decide. */
export type Side = { id: number; role: Role | "staff"; state: AccountState; stripeSetup: boolean };

export type Verdict =
  | { may: "write" }
  /** They may see the conversation, but not write in it now: 409 with the sentence (decision 7). */
  | { may: "read"; because: string }
  /** For the writer this member does not exist: 404. */
  | { may: "nothing" };

/** Whoever can be written to: an account that is open. */
export const openStates = ["active", "approved"] as const satisfies readonly AccountState[];

/**
 * What `writer` may do towards `receiver` (decisions 6, 28 and rows M-10, M-18). `known`: they share a conversation or
 * an engagement. Only customer and advisor; a customer begins with any approved advisor, an advisor only with their own
 * customers; both need their payment set up to write.
 */
export function verdictOn(writer: Side, receiver: Side, known: boolean): Verdict {
  const pair = new Set([writer.role, receiver.role]);
  if (!pair.has("customer") || !pair.has("advisor")) return { may: "nothing" };
  const open = openStates.some((state) => state === receiver.state);
  if (!known && (writer.role === "advisor" || !open)) return { may: "nothing" };
  if (!open) return { may: "read", because: texts.receiverAway };
  if (!writer.stripeSetup)
    return { may: "read", because: writer.role === "customer" ? texts.closedForCustomer : texts.closedForAdvisor };
  return { may: "write" };
}
