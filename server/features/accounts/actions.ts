import { commonPassword, passwordError } from "@plumbline/contract/accounts/passwords.ts";
import {
  mayCreatePassword,
  passwordsMatch,
  signInRefusals,
  stateAfter,
  texts,
  tokenProblems,
  verificationProblems,
  wrongCredentials,
} from "@plumbline/contract/accounts/rules.ts";
import { twoStepTexts } from "@plumbline/contract/accounts/two-step-rules.ts";
import { teamTexts } from "@plumbline/contract/back-office/team-rules.ts";
import { texts as closureTexts } from "@plumbline/contract/closure/rules.ts";
import { formatMoment } from "@plumbline/contract/dates.ts";
import type { Role } from "@plumbline/contract/product.ts";
import { endSessions, holderOf, type Member, sessionsChanged, startSession } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { type Db, isDuplicate } from "../../database/database.ts";
import { existing } from "../../database/rows.ts";
import { conflict, invalid, notFound, Problem, signInRefused } from "../../http/problems.ts";
import { mayMail } from "../../mail/limits.ts";
import { append } from "../../outbox/outbox.ts";
import { nameOf } from "../profiles/store.ts";
import { deleteDevices, isKnownDevice, rememberDevice } from "./device-store.ts";
import { countGuess, countGuessInSession } from "./guesses.ts";
import { hasSamePassword, proofOf, wrongPassword } from "./proof.ts";
import {
  endLinks,
  findByEmail,
  findLink,
  findSessionByToken,
  insertLink,
  insertStaff,
  lockMember,
  type MemberRow,
  updateMember,
  useLink,
} from "./store.ts";
import { codeProblem, codeTexts, secondStepOf } from "./two-step-codes.ts";
import { recordViewEnded } from "./view-as.ts";

/** `device` is the token that the client sends with its next sign-in, so that others' guesses do not lock it out. */
type SignedIn = { token: string; device: string; member: MemberRow };

/** What is known about the client: source address, user agent and device token. */
export type Visit = { source: string; userAgent: string | null; device: string | null };

type Credentials = { email: string; password: string; owner_type: Role | "staff"; otp?: string | undefined };

/**
 * Signs in. An unknown address takes as long as a wrong password and gets the same error. The log has every refusal, by
 * the account's id: what was typed may be a password in the wrong field (row A-15).
 */
export async function signInWithPassword(
  context: AppContext,
  { email, password, owner_type: role, otp }: Credentials,
  { source, userAgent, device }: Visit,
): Promise<SignedIn> {
  context.passwords.requireCapacity();
  const found = await findByEmail(context.db, email);
  const member = found?.role === role ? found : null;
  const refused = (reason: string, problem: unknown) => {
    context.log.info({ member: member?.id ?? null, role, source, reason }, "a sign-in was refused");
    return problem;
  };
  const known = device && (await isKnownDevice(context.db, device, member?.id ?? 0));
  const guess = await countGuess(context, `${role} ${email.toLowerCase()}`, {
    source,
    device: known ? device : null,
  }).catch((error) => {
    throw error instanceof Problem ? refused("too many attempts", error) : error;
  });
  const right = await context.passwords.matches(password, member?.passwordHash ?? null);
  if (!member || !right) throw refused("wrong password", signInRefused(wrongCredentials));
  if (member.state !== "active") throw refused(member.state, signInRefused(signInRefusals[member.state]));
  const secondStep = await secondStepOf(context.db, member.id);
  // A code that is wrong stays counted, like a wrong password.
  if (!secondStep || !otp) await guess.cancel();
  if (secondStep && !otp) throw signInRefused(twoStepTexts.needed, "required");
  const signedIn = await context.db.transaction(async (tx) => {
    // The password may have been changed while this one was being checked, and the account closed.
    const current = existing(await lockMember(tx, member.id));
    if (current.passwordHash !== member.passwordHash) throw refused("wrong password", signInRefused(wrongCredentials));
    if (current.state !== "active") throw refused(current.state, signInRefused(signInRefusals[current.state]));
    const problem = await codeProblem(context, tx, member.id, otp);
    if (problem === "required") throw signInRefused(twoStepTexts.needed, problem);
    if (problem) throw refused("wrong code", signInRefused(twoStepTexts.wrongCode, problem));
    const now = context.clock.now();
    await append(tx, { kind: "account.signed_in", actorId: member.id, subjectId: member.id }, now);
    return startDeviceSession(tx, member, now, { userAgent, device });
  });
  if (secondStep) await guess.cancel();
  // The call began without a member, so the write is announced here and not by the endpoint.
  await context.replicas?.changeCommitted(member.id);
  return signedIn;
}

/** Starts a session, and records the client as a known device of this account. */
async function startDeviceSession(db: Db, member: MemberRow, now: Date, { userAgent, device }: Omit<Visit, "source">) {
  const known = await rememberDevice(db, member.id, device, now);
  return { token: await startSession(db, member.id, now, userAgent), device: known, member };
}

/** Ends the session of a token; an unknown token changes nothing. */
export async function signOutOf(context: AppContext, token: string): Promise<void> {
  const session = await findSessionByToken(context.db, token);
  if (!session) return;
  const viewer = session.viewedBySession === null ? null : await holderOf(context.db, session.viewedBySession);
  if (viewer !== null) await recordViewEnded(context, viewer, session.memberId);
  await endSessions(context.db, session.memberId, { only: session.id });
  sessionsChanged(context, session.memberId);
}

/** Verifies the address that a link was sent to. Throws invalid when the link is unknown, used or older than seven days. */
export async function verifyEmail(context: AppContext, role: Role, token: string): Promise<MemberRow> {
  const now = context.clock.now();
  const found = await findLink(context.db, token);
  if (found?.link.purpose !== "verify" || found.member.role !== role)
    throw invalid({ confirmation_token: [verificationProblems.unknown] });
  const { link } = found;
  if (!link.usedAt && link.expiresAt && link.expiresAt <= now) {
    // The link has expired; a new one goes to the same address, which only its owner can read.
    const sent = await sendFreshLink(context, found.member);
    throw invalid({ confirmation_token: [sent ? verificationProblems.sentAgain : verificationProblems.late] });
  }
  return context.db.transaction(async (tx) => {
    if (!(await useLink(tx, link, now))) throw invalid({ confirmation_token: [verificationProblems.used] });
    return recordVerified(tx, found.member.id, now);
  });
}

/** Records within a transaction that a member's address is verified. */
export async function recordVerified(tx: Db, id: number, now: Date): Promise<MemberRow> {
  const member = existing(await lockMember(tx, id));
  // A closed account stays closed: its closure is in force, and would erase it as an open one.
  const state =
    member.state === "closed"
      ? member.state
      : stateAfter({ decision: member.decision, verified: true, hasPassword: member.passwordHash !== null });
  await updateMember(tx, id, { verifiedAt: now, state });
  // If a verification and a decision run concurrently, only the later one sees both done and sends the password link.
  const data = { approved: state === "approved" };
  await append(tx, { kind: "account.verified", actorId: id, subjectId: id, data }, now);
  return { ...member, verifiedAt: now, state };
}

/** Queues a new link; false for a verified member, or when the address has reached its hourly limit. */
async function sendFreshLink(context: AppContext, member: MemberRow): Promise<boolean> {
  if (member.state !== "pending_verification" || !(await mayMail(context, member.email))) return false;
  const event = { kind: "account.verification_asked", actorId: null, subjectId: member.id } as const;
  await context.db.transaction((tx) => append(tx, { ...event, data: { counted: true } }, context.clock.now()));
  return true;
}

/** Requests a new verification link by address. The caller cannot tell whether the address is known. */
export async function requestConfirmation(context: AppContext, role: Role, email: string): Promise<void> {
  const member = await findByEmail(context.db, email);
  const known = member?.role === role && member.state === "pending_verification";
  // The event is also written for unknown addresses, so that the response takes equally long.
  const subjectId = known ? member.id : 0;
  await context.db.transaction((tx) =>
    append(tx, { kind: "account.verification_asked", actorId: null, subjectId }, context.clock.now()),
  );
}

/**
 * The same with the token of an older link, whose holder has access to the mailbox and may get details. Throws invalid for
 * an unknown token and beyond the hourly limit, conflict when the address is already verified.
 */
export async function requestConfirmationByLink(context: AppContext, role: Role, token: string): Promise<void> {
  const found = await findLink(context.db, token);
  if (found?.link.purpose !== "verify" || found.member.role !== role)
    throw invalid({ confirmation_token: [verificationProblems.unknown] });
  if (found.member.state !== "pending_verification") throw conflict(texts.alreadyVerified);
  if (!(await sendFreshLink(context, found.member))) throw invalid({ base: [texts.confirmationsUsedUp] });
}

/** By whom, when and why an application was decided, for the colleague who was slower (row G-26). */
async function decidedBy(tx: Db, { decision, decidedBy: id, decidedAt, decisionReason }: MemberRow): Promise<string> {
  const who = id === null ? "" : ` by ${(await nameOf(tx, id)) || "a colleague"}`;
  const when = decidedAt ? ` on ${formatMoment(decidedAt.toISOString())}` : "";
  return `This application was ${decision} already${who}${when}${decisionReason ? `: “${decisionReason}”` : "."}`;
}

/** Approves or rejects an application for a member of staff, with a reason (decision 2). Throws conflict when already decided or closed. */
export async function decideApplication(
  context: AppContext,
  staff: Member,
  id: number,
  decision: "approved" | "rejected",
  reason: string,
): Promise<void> {
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    const member = await lockMember(tx, id);
    if (!member || member.role === "staff") throw notFound();
    if (member.state === "closed") throw conflict(closureTexts.reopenFirst);
    if (member.decision) throw conflict(await decidedBy(tx, member));
    const state = stateAfter({ decision, verified: member.verifiedAt !== null, hasPassword: false });
    await updateMember(tx, id, { decision, decisionReason: reason, decidedAt: now, decidedBy: staff.id, state });
    const data = { reason, verified: member.verifiedAt !== null };
    await append(tx, { kind: `account.${decision}`, actorId: staff.id, subjectId: id, data }, now);
  });
}

/**
 * Creates or resets a password with an e-mailed link and signs in; a reset ends all other sessions (decision 8). The
 * link alone identifies the account. Throws invalid with the texts that the page distinguishes.
 */
export async function createPasswordWith(
  context: AppContext,
  token: string,
  password: string,
  visit: Omit<Visit, "source"> & { otp?: string | undefined },
): Promise<SignedIn> {
  const now = context.clock.now();
  const refuse = (problem: string) => invalid({ reset_password_token: [problem] });
  const found = await findLink(context.db, token);
  if (!found) throw refuse(tokenProblems.unapproved);
  const { link, member } = found;
  const isPasswordLink = link.purpose === "create_password" || link.purpose === "reset_password";
  if (!isPasswordLink || !mayCreatePassword(member.state)) throw refuse(tokenProblems.unapproved);
  if (!link.usedAt && link.expiresAt && link.expiresAt <= now) throw refuse(tokenProblems.late);
  if (!link.usedAt) await requireGoodPassword(context, password, member.email);
  const secondStep = link.usedAt ? null : await secondStepOf(context.db, member.id);
  if (secondStep && !visit.otp) throw invalid({ otp: [twoStepTexts.needed] });
  const guess = secondStep && (await countGuessInSession(context, member.id));
  const passwordHash = link.usedAt ? "" : await context.passwords.hash(password);
  const signedIn = await context.db.transaction(async (tx) => {
    // Read again: the decision about an application may have been undone since.
    if (!mayCreatePassword(existing(await lockMember(tx, member.id)).state)) throw refuse(tokenProblems.unapproved);
    // Checked here and not earlier, because a repeated request skips this transaction and must succeed.
    if (!(await useLink(tx, link, now))) throw refuse(tokenProblems.used);
    const problem = await codeProblem(context, tx, member.id, visit.otp);
    if (problem) throw invalid({ otp: [codeTexts[problem]] });
    await updateMember(tx, member.id, { passwordHash, state: "active" });
    await endSessions(tx, member.id);
    // Someone who knew the old password may own one of these devices, or have requested an address change.
    await deleteDevices(tx, member.id);
    await endLinks(tx, member.id, now);
    const kind = link.purpose === "reset_password" ? "account.password_reset" : "account.opened";
    await append(tx, { kind, actorId: member.id, subjectId: member.id }, now);
    return startDeviceSession(tx, { ...member, state: "active" }, now, visit);
  });
  await guess?.cancel();
  sessionsChanged(context, member.id);
  await context.replicas?.changeCommitted(member.id);
  return signedIn;
}

/** Throws invalid for a password that is not accepted (decision 4). */
async function requireGoodPassword({ passwords }: AppContext, password: string, email: string): Promise<void> {
  const complaint = passwordError(password, email) ?? ((await passwords.isCommon(password)) ? commonPassword : null);
  if (complaint) throw invalid({ password: [complaint] });
}

/** Requests a reset link. The caller cannot tell whether the address is known. */
export async function requestPasswordReset(context: AppContext, role: Role | "staff", email: string): Promise<void> {
  const member = await findByEmail(context.db, email);
  const known = member?.role === role && mayCreatePassword(member.state);
  // The event is also written for unknown addresses, so that the response takes equally long.
  const subjectId = known ? member.id : 0;
  await context.db.transaction((tx) =>
    append(tx, { kind: "account.reset_requested", actorId: null, subjectId }, context.clock.now()),
  );
}

/** Changes the password of a signed-in member; all their other sessions end. */
export async function changePasswordOf(
  context: AppContext,
  member: Member,
  {
    current_password,
    password,
    confirmPassword,
    otp,
  }: { current_password: string; password: string; confirmPassword: string; otp?: string | undefined },
): Promise<void> {
  if (!passwordsMatch(password, confirmPassword)) throw invalid({ confirmPassword: [texts.equalPasswords] });
  await requireGoodPassword(context, password, member.email);
  const proof = await proofOf(context, member, { password: current_password, otp });
  const { known } = proof;
  const passwordHash = known ? await context.passwords.hash(password) : "";
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    // Checked here, because a repeated request skips this transaction and must succeed.
    if (!known || !(await hasSamePassword(tx, known))) throw wrongPassword();
    await proof.takeCode(tx);
    await updateMember(tx, member.id, { passwordHash });
    await endSessions(tx, member.id, { except: member.sessionId });
    await endLinks(tx, member.id, now);
    await append(tx, { kind: "account.password_changed", actorId: member.id, subjectId: member.id }, now);
  });
  await proof.accepted();
  sessionsChanged(context, member.id);
}

/**
 * Records that a member, whose password was checked, wants to change their address. It changes when the link sent to the new
 * address is opened; only that mailbox learns whether another account has it (decision 53).
 */
export async function requestEmailChange(tx: Db, member: Member, to: string, now: Date): Promise<void> {
  const event = { kind: "account.email_change_asked", actorId: member.id, subjectId: member.id } as const;
  await append(tx, { ...event, data: { to } }, now);
}

/** Changes the account's address to the one a link was sent to. Throws invalid when the link is unknown, used or expired. */
export async function confirmEmailChange(context: AppContext, token: string): Promise<string> {
  const now = context.clock.now();
  const refuse = (problem: string) => invalid({ token: [problem] });
  const found = await findLink(context.db, token);
  const to = found?.link.newEmail;
  if (found?.link.purpose !== "change_email" || !to || found.member.state !== "active") throw refuse("is not known");
  const { link, member } = found;
  try {
    await context.db.transaction(async (tx) => {
      // Checked here and not earlier, because a repeated request skips this transaction and must succeed.
      if (!(await useLink(tx, link, now))) throw refuse(link.usedAt ? "was already used" : "is no longer valid");
      await updateMember(tx, member.id, { email: to });
      // Also ends the links that were sent to the old address.
      await endLinks(tx, member.id, now);
      const event = { kind: "profile.email_changed", actorId: member.id, subjectId: member.id } as const;
      await append(tx, { ...event, data: { from: member.email, to } }, now);
    });
  } catch (error) {
    // Another account has taken the address in the meantime.
    if (isDuplicate(error, "members_email")) throw refuse("is no longer valid");
    throw error;
  }
  sessionsChanged(context, member.id);
  return to;
}

/**
 * Creates a password link for the command line to print, for a new owner or an existing member of staff. No e-mail is sent, because
 * its newer link would end this one. Using it ends all their sessions. Throws invalid when the address is a member's.
 */
export async function staffLink(
  context: Pick<AppContext, "db" | "clock">,
  { email, name }: { email: string; name: string },
): Promise<{ id: number; token: string; made: boolean }> {
  const now = context.clock.now();
  return context.db.transaction(async (tx) => {
    const made = await insertStaff(tx, { email, name, staffRole: "owner", now });
    const id = made ?? (await findByEmail(tx, email).then((known) => (known?.role === "staff" ? known.id : null)));
    if (id === null) throw invalid({ email: ["Somebody who is not staff already has this address."] });
    if ((await lockMember(tx, id))?.state === "suspended") throw conflict(teamTexts.invitedAgain);
    const event = { actorId: null, subjectId: id };
    await append(tx, { kind: made ? "account.staff_made" : "account.staff_link_printed", ...event }, now);
    const token = await insertLink(tx, id, made ? "create_password" : "reset_password", now, made ? null : 3600);
    return { id, token, made: made !== null };
  });
}
