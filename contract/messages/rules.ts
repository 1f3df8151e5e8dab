import type { AccountState, Role } from "../product.ts";
import { nothingNew, type Standing } from "../sanctions/rules.ts";

/** The maximum length of a message in characters, and its maximum number of files (decision 31). */
export const maxCharacters = 10_000;
export const maxFiles = 10;

/** How long a message is unread before its receiver gets a reminder e-mail, in milliseconds. */
export const unreadReminderDelay = 15 * 60_000;

export const texts = {
  empty: "Please write a message or attach a file.",
  tooLong: "Please keep a message under 10,000 characters.",
  foreignFile: "Please attach files that you have uploaded yourself.",
  /** Why a member cannot write, by role (row M-10, decision 6). */
  closedForCustomer:
    "Your membership is not active, so you can read your messages but not write. Choose a plan to write again.",
  closedForAdvisor:
    "Your payout account is not set up yet, so you can read your messages but not write. Set it up to write.",
  receiverAway: "This member's account is closed at the moment, so they cannot receive messages.",
  suspendedWriter:
    "Your account is suspended, so you can write only to those with whom you have running work or an open invoice. The reason and your right to appeal are on /appeal.",
} as const;

/** A member of a possible conversation, with the facts that decide whether they may write. */
export type ConversationSide = {
  id: number;
  role: Role | "staff";
  state: AccountState;
  standing: Standing;
  stripeSetup: boolean;
};

/** What the two have in common: a conversation or an engagement (`known`), and work or an invoice that is not settled. */
export type Relation = { known: boolean; workRuns: boolean };

export type WritePermission =
  | { may: "write" }
  /** The writer may see the conversation but not write in it now: 409 with this sentence (decision 7). */
  | { may: "read"; because: string }
  /** The writer must not learn that this member exists: 404. */
  | { may: "nothing" };

/** The states of accounts that can receive messages. */
export const reachableStates = ["active", "approved"] as const satisfies readonly AccountState[];

/**
 * Whether `writer` may write to `receiver` (decisions 6, 28 and rows M-10, M-18). Conversations are between a customer and an
 * advisor; a customer may begin one with any approved advisor, an advisor only with their own customers; both need their
 * payment set up to write. A restricted member begins none; where one of them is suspended, only those whose work runs
 * write (ADR-033).
 */
export function writePermission(
  writer: ConversationSide,
  receiver: ConversationSide,
  { known, workRuns }: Relation,
): WritePermission {
  const pair = new Set([writer.role, receiver.role]);
  if (!pair.has("customer") || !pair.has("advisor")) return { may: "nothing" };
  const open = reachableStates.some((state) => state === receiver.state);
  const away = receiver.standing === "suspended" && !workRuns;
  if (!known && (writer.role === "advisor" || !open || away)) return { may: "nothing" };
  if (!known && writer.standing !== "open") return { may: "read", because: nothingNew(writer.standing) };
  if (writer.standing === "suspended" && !workRuns) return { may: "read", because: texts.suspendedWriter };
  if (!open || away) return { may: "read", because: texts.receiverAway };
  if (!writer.stripeSetup)
    return { may: "read", because: writer.role === "customer" ? texts.closedForCustomer : texts.closedForAdvisor };
  return { may: "write" };
}
