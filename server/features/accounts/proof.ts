import { twoStepTexts } from "@plumbline/contract/accounts/two-step-rules.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import type { Db } from "../../database/database.ts";
import { invalid } from "../../http/problems.ts";
import { countGuessInSession } from "./guesses.ts";
import { findMember, type MemberRow } from "./store.ts";
import { acceptCode, secondStepOf } from "./two-step-codes.ts";

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
   * skips that, and its code counts once. Throws invalid for a wrong one.
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
      if (secondStep && !(await acceptCode(context, tx, secondStep, otp ?? "")))
        throw invalid({ otp: [twoStepTexts.wrongCode] });
    },
    accepted: async () => {
      if (waits) await guess.cancel();
    },
  };
}
