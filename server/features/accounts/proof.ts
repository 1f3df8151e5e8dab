import { twoStepTexts } from "@plumbline/contract/accounts/two-step-rules.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import type { Db } from "../../database/database.ts";
import { invalid } from "../../http/problems.ts";
import { countGuessInSession } from "./guesses.ts";
import { findMember, lockMember, type MemberRow } from "./store.ts";
import { codeProblem, codeTexts, secondStepOf } from "./two-step-codes.ts";

// What somebody who is signed in shows again before the password, the address or the second step changes: a session that
// was left open, or stolen, is not enough.

export const wrongPassword = () => invalid({ current_password: ["is not right"] });

/** Checks the signed-in member's password again. Throws invalid when it is wrong, tooMany after too many guesses. */
export async function requirePassword(context: AppContext, member: Member, password: string): Promise<void> {
  const guess = await countGuessInSession(context, member.id);
  if (!(await isPasswordOf(context, member, password))) throw wrongPassword();
  await guess.cancel();
}

/** Whether it is the member's password; the caller has counted the guess. */
export async function isPasswordOf(context: AppContext, member: Member, password: string): Promise<boolean> {
  const row = await findMember(context.db, member.id);
  return context.passwords.matches(password, row?.passwordHash ?? null);
}

export type Proof = {
  /** The member's row when the password was right, else null. */
  known: MemberRow | null;
  /**
   * Takes the code of an account with a second step, within the transaction of what it is shown for: a repeated request
   * skips that, and its code counts once. The member has to be locked. Throws invalid for a wrong one.
   */
  takeCode(tx: Db): Promise<void>;
  /** To be called after the commit: until then the code counts as a guess. */
  accepted(): Promise<void>;
};

/**
 * Checks the password, and that a code came with it where the account has a second step. Throws invalid without that code,
 * tooMany after too many guesses; a wrong password is the caller's to refuse.
 */
export async function proofOf(
  context: AppContext,
  member: Member,
  { password, otp }: { password: string; otp: string | undefined },
): Promise<Proof> {
  const guess = await countGuessInSession(context, member.id);
  const [row, secondStep] = await Promise.all([findMember(context.db, member.id), secondStepOf(context.db, member.id)]);
  const right = await context.passwords.matches(password, row?.passwordHash ?? null);
  // As at sign-in: a code that is wrong stays counted, like a wrong password.
  const waits = !right || (secondStep !== null && Boolean(otp));
  if (!waits) await guess.cancel();
  if (right && secondStep && !otp) throw invalid({ otp: [twoStepTexts.needed] });
  return {
    known: right ? row : null,
    takeCode: async (tx) => {
      const problem = await codeProblem(context, tx, member.id, otp);
      if (problem) throw invalid({ otp: [codeTexts[problem]] });
    },
    accepted: async () => {
      if (waits) await guess.cancel();
    },
  };
}

/** What somebody types to prove who they are; an empty code is none. */
export type Typed = { current_password: string; otp?: string | null | undefined };

/**
 * Runs `work` in a transaction once the password and, where the account has one, the second step's code are right. Throws
 * invalid when one of them is not, tooMany after too many guesses.
 */
export async function afterProof<T>(
  context: AppContext,
  member: Member,
  { current_password: password, otp }: Typed,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  const proof = await proofOf(context, member, { password, otp: otp || undefined });
  const result = await context.db.transaction(async (tx) => {
    // Checked here, because a repeated request skips this transaction and must succeed.
    if (!proof.known || !(await hasSamePassword(tx, proof.known))) throw wrongPassword();
    await proof.takeCode(tx);
    return work(tx);
  });
  await proof.accepted();
  return result;
}

/** Locks a member whose password was checked; false when it has been changed or reset in the meantime. */
export async function hasSamePassword(tx: Db, checked: MemberRow): Promise<boolean> {
  return (await lockMember(tx, checked.id))?.passwordHash === checked.passwordHash;
}
