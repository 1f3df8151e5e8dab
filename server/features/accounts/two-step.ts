import { randomInt } from "node:crypto";
import type { TwoStep } from "@plumbline/contract/accounts/two-step.ts";
import { recoveryCodeCount, recoveryCodeOf, twoStepTexts } from "@plumbline/contract/accounts/two-step-rules.ts";
import { Secret } from "otpauth";
import { endSessions, type Member, sessionsChanged } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import type { Db } from "../../database/database.ts";
import { conflict, invalid } from "../../http/problems.ts";
import { append } from "../../outbox/outbox.ts";
import { countGuessInSession } from "./guesses.ts";
import { isPasswordOf, requirePassword, wrongPassword } from "./proof.ts";
import { lockMember } from "./store.ts";
import { acceptCode, type Context, sealOf, secondStepOf, stepOf, totpOf } from "./two-step-codes.ts";
import { confirmTwoStepOf, deleteTwoStep, findTwoStep, insertTwoStep, replaceRecoveryCodes } from "./two-step-store.ts";

/** RFC 4226 asks for 128 bits at least and recommends 160. */
const secretBytes = 20;

/** Without letters and digits that look alike. */
const alphabet = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const newCode = () => {
  const letters = Array.from({ length: 12 }, () => alphabet[randomInt(alphabet.length)]).join("");
  return letters.replace(/(.{4})(?=.)/g, "$1-");
};

/** Makes and stores new recovery codes; only their hashes are kept. */
async function makeCodes(context: Context, tx: Db, memberId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newCode);
  const seal = sealOf(context);
  await replaceRecoveryCodes(
    tx,
    memberId,
    codes.map((code) => seal.hash(`${memberId} ${recoveryCodeOf(code)}`)),
  );
  return codes;
}

const isRequired = ({ settings }: AppContext, member: Member) =>
  member.role === "staff" && settings.staffTwoStep === "required";

export async function twoStepOf(context: AppContext, member: Member): Promise<TwoStep> {
  const row = await secondStepOf(context.db, member.id);
  return {
    on: row !== null,
    since: row?.confirmedAt?.toISOString() ?? null,
    recovery_codes_left: row?.codesLeft ?? 0,
    required: isRequired(context, member),
  };
}

/** Stores a new secret and returns it for the member's app. Throws invalid for a wrong password, conflict when it is on. */
export async function beginTwoStep(context: AppContext, member: Member, password: string) {
  await requirePassword(context, member, password);
  const secret = new Secret({ size: secretBytes });
  const now = context.clock.now();
  return context.db.transaction(async (tx) => {
    if (!(await insertTwoStep(tx, member.id, sealOf(context).seal(Buffer.from(secret.bytes)), now)))
      throw conflict(twoStepTexts.already);
    return { secret: secret.base32, uri: totpOf(secret, member.email).toString() };
  });
}

/**
 * Turns the second step on with a first code. The member's other sessions end, because they were begun without a code.
 */
export async function confirmTwoStep(context: AppContext, member: Member, otp: string): Promise<string[]> {
  const guess = await countGuessInSession(context, member.id);
  const row = await findTwoStep(context.db, member.id);
  const step = row && !row.confirmedAt ? stepOf(context, row, otp) : null;
  const now = context.clock.now();
  const codes = await context.db.transaction(async (tx) => {
    // Checked here, because a repeated request skips this transaction and must succeed.
    if (!row) throw conflict(twoStepTexts.notBegun);
    if (row.confirmedAt) throw conflict(twoStepTexts.already);
    if (step === null) throw invalid({ otp: [twoStepTexts.wrongCode] });
    // Whoever signs in with the password alone meanwhile has either a session by now, which ends, or is asked for a code.
    await lockMember(tx, member.id);
    if (!(await confirmTwoStepOf(tx, row, step, now))) throw conflict(twoStepTexts.notBegun);
    await endSessions(tx, member.id, { except: member.sessionId });
    await append(tx, { kind: "account.two_step_on", actorId: member.id, subjectId: member.id }, now);
    return makeCodes(context, tx, member.id);
  });
  await guess.cancel();
  sessionsChanged(context, member.id);
  return codes;
}

type Proof = { current_password: string; otp: string };

/** Runs `work` once the member has shown their password and a code. */
async function withProof<T>(
  context: AppContext,
  member: Member,
  { current_password: password, otp }: Proof,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  const guess = await countGuessInSession(context, member.id);
  if (!(await isPasswordOf(context, member, password))) throw wrongPassword();
  const result = await context.db.transaction(async (tx) => {
    const row = await secondStepOf(tx, member.id);
    if (!row) throw conflict(twoStepTexts.off);
    if (!(await acceptCode(context, tx, row, otp))) throw invalid({ otp: [twoStepTexts.wrongCode] });
    return work(tx);
  });
  await guess.cancel();
  return result;
}

/** New recovery codes; the old ones end. */
export async function renewRecoveryCodes(context: AppContext, member: Member, proof: Proof): Promise<string[]> {
  return withProof(context, member, proof, async (tx) => {
    const event = { kind: "account.two_step_codes_made", actorId: member.id, subjectId: member.id } as const;
    await append(tx, event, context.clock.now());
    return makeCodes(context, tx, member.id);
  });
}

/** Turns the second step off. Throws conflict for staff who must have it. */
export async function endTwoStep(context: AppContext, member: Member, proof: Proof): Promise<void> {
  if (isRequired(context, member)) throw conflict(twoStepTexts.required);
  await withProof(context, member, proof, async (tx) => {
    await deleteTwoStep(tx, member.id);
    const event = { kind: "account.two_step_off", actorId: member.id, subjectId: member.id } as const;
    await append(tx, event, context.clock.now());
  });
  sessionsChanged(context, member.id);
}
