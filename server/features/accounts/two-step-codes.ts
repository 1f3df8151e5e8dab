import { appCodeOf, recoveryCodeOf, twoStepTexts } from "@plumbline/contract/accounts/two-step-rules.ts";
import { product } from "@plumbline/contract/product.ts";
import { Secret, TOTP } from "otpauth";
import { createSeal, type Seal } from "../../auth/sealing.ts";
import type { AppContext } from "../../context.ts";
import type { Db } from "../../database/database.ts";
import { append } from "../../outbox/outbox.ts";
import { findTwoStep, spendRecoveryCode, spendStep, type TwoStepRow } from "./two-step-store.ts";

export type Context = Pick<AppContext, "secret" | "clock">;

const period = 30;

/** What encrypts secrets and hashes recovery codes. */
export const sealOf = ({ secret }: Pick<AppContext, "secret">): Seal => createSeal(secret, "two-step");

export const totpOf = (secret: Secret, label = "") => new TOTP({ issuer: product, label, secret, period, digits: 6 });

/** The half minute that a code belongs to: the present one or a neighbour, because clocks differ; null for a wrong code. */
export function stepOf(context: Context, row: TwoStepRow, typed: string): number | null {
  const code = appCodeOf(typed);
  if (code === null) return null;
  const secret = new Secret({ buffer: Uint8Array.from(sealOf(context).open(row.secret)).buffer });
  const timestamp = context.clock.now().getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : Math.floor(timestamp / 1000 / period) + delta;
}

/** Whether a second step is asked of this account when it signs in. */
export async function secondStepOf(db: Db, memberId: number): Promise<TwoStepRow | null> {
  const row = await findTwoStep(db, memberId);
  return row?.confirmedAt ? row : null;
}

/** What is said of a code that is missing or wrong. */
export const codeTexts = { required: twoStepTexts.needed, wrong: twoStepTexts.wrongCode } as const;

/**
 * What is wrong with the code of a call, in the transaction of what it is for: null for a right one, and for an account without
 * a second step. That is read again here, where the member is locked, because it may have been turned on since the call began.
 */
export async function codeProblem(
  context: Context,
  tx: Db,
  memberId: number,
  otp: string | undefined,
): Promise<"required" | "wrong" | null> {
  const row = await secondStepOf(tx, memberId);
  if (!row) return null;
  if (!otp) return "required";
  return (await acceptCode(context, tx, row, otp)) ? null : "wrong";
}

/** Takes a code of the app or a recovery code, each of which counts once; false for any other. */
export async function acceptCode(context: Context, tx: Db, row: TwoStepRow, typed: string): Promise<boolean> {
  const step = stepOf(context, row, typed);
  if (step !== null) return spendStep(tx, row.memberId, step);
  const now = context.clock.now();
  const { memberId } = row;
  if (!(await spendRecoveryCode(tx, memberId, sealOf(context).hash(`${memberId} ${recoveryCodeOf(typed)}`), now)))
    return false;
  await append(tx, { kind: "account.two_step_code_spent", actorId: memberId, subjectId: memberId }, now);
  return true;
}
