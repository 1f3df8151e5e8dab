import {
  mayCreatePassword,
  passwordComplaint,
  passwordsMatch,
  signInRefusals,
  stateAfter,
  texts,
  tokenProblems,
  wrongCredentials,
} from "@plumbline/contract/accounts/rules.ts";
import type { Role } from "@plumbline/contract/product.ts";
import type { House } from "../../house.ts";
import { type Db, isDuplicate } from "../../platform/database.ts";
import { append } from "../../platform/events.ts";
import { mayMail } from "../../platform/mail-limits.ts";
import { endSessions, type Member, sessionsChanged, startSession } from "../../platform/members.ts";
import { hashPassword, passwordMatches, requireRoom } from "../../platform/passwords.ts";
import { conflict, invalid, notFound, signInRefused } from "../../platform/problems.ts";
import { forgetDevices, isKnownDevice, rememberDevice } from "./device-store.ts";
import { countGuess, countGuessInSession } from "./guesses.ts";
import {
  endLinks,
  findByEmail,
  findLink,
  findMember,
  findSessionByToken,
  insertLink,
  insertStaff,
  lockMember,
  type MemberRow,
  updateMember,
  useLink,
} from "./store.ts";

/** `device` is what the browser shows at its next sign-in, so that strangers' guesses do not lock it out. */
type SignedIn = { token: string; device: string; member: MemberRow };

/** Who is at the other end, as far as it can be known: where from, by which program, and the device token it keeps. */
export type Visit = { source: string; userAgent: string | null; device: string | null };

/** Signs in. An unknown address costs the same time and reads the same as a wrong password. */
export async function signInWithPassword(
  house: House,
  { email, password, owner_type: role }: { email: string; password: string; owner_type: Role | "staff" },
  { source, userAgent, device }: Visit,
): Promise<SignedIn> {
  requireRoom();
  const found = await findByEmail(house.db, email);
  const member = found?.role === role ? found : null;
  const known = device && (await isKnownDevice(house.db, device, member?.id ?? 0));
  const guess = await countGuess(house, `${role} ${email.toLowerCase()}`, { source, device: known ? device : null });
  const right = await passwordMatches(password, member?.passwordHash ?? null);
  if (!member || !right) throw signInRefused(wrongCredentials);
  if (member.state !== "active") throw signInRefused(signInRefusals[member.state]);
  await guess.wasRight();
  return house.db.transaction((tx) => enter(tx, member, house.clock.now(), { userAgent, device }));
}

/** Starts a session, and remembers the browser or program as one that has signed in to this account. */
async function enter(db: Db, member: MemberRow, now: Date, { userAgent, device }: Omit<Visit, "source">) {
  const known = await rememberDevice(db, member.id, device, now);
  return { token: await startSession(db, member.id, now, userAgent), device: known, member };
}

/** Ends the session of a token, whoever shows it; an unknown one changes nothing. */
export async function signOutOf(house: House, token: string): Promise<void> {
  const session = await findSessionByToken(house.db, token);
  if (!session) return;
  await endSessions(house.db, session.memberId, { only: session.id });
  sessionsChanged(house, session.memberId);
}

/** Verifies the address behind a link. Throws invalid when the link is unknown, used or past its seven days. */
export async function verifyEmail(house: House, role: Role, token: string): Promise<MemberRow> {
  const now = house.clock.now();
  const found = await findLink(house.db, token);
  if (found?.link.purpose !== "verify" || found.member.role !== role)
    throw invalid({ confirmation_token: ["is not known"] });
  const { link } = found;
  if (!link.usedAt && link.expiresAt && link.expiresAt <= now) {
    // Worth nothing after its week; the owner of the address gets a fresh one, and only they can read it.
    const sent = await sendFreshLink(house, found.member);
    throw invalid({ confirmation_token: [sent ? "has run out: we have sent a new link" : "has run out"] });
  }
  return house.db.transaction(async (tx) => {
    if (!(await useLink(tx, link.id, now))) throw invalid({ confirmation_token: ["was already used"] });
    const member = (await lockMember(tx, found.member.id)) as MemberRow;
    const state = stateAfter({ decision: member.decision, verified: true, hasPassword: member.passwordHash !== null });
    await updateMember(tx, member.id, { verifiedAt: now, state });
    await append(tx, { kind: "account.verified", actorId: member.id, subject: "member", subjectId: member.id }, now);
    return { ...member, verifiedAt: now, state };
  });
}

/** True when a link is on its way: not to somebody who is verified, and not beyond what an address gets in an hour. */
async function sendFreshLink(house: House, member: MemberRow): Promise<boolean> {
  if (member.state !== "pending_verification" || !(await mayMail(house, member.email))) return false;
  const event = { actorId: null, subject: "member", subjectId: member.id, data: { counted: true } };
  await house.db.transaction((tx) => append(tx, { kind: "account.verification_asked", ...event }, house.clock.now()));
  return true;
}

/** Asks for a new verification link by the address. Answers nothing, known or not. */
export async function requestConfirmation(house: House, role: Role, email: string): Promise<void> {
  const member = await findByEmail(house.db, email);
  const known = member?.role === role && member.state === "pending_verification";
  // Written for nobody too: the answer then takes as long for a stranger's address as for an applicant's.
  const subjectId = known ? member.id : 0;
  const event = { kind: "account.verification_asked", actorId: null, subject: "member", subjectId };
  await house.db.transaction((tx) => append(tx, event, house.clock.now()));
}

/**
 * The same by an older link, whose holder has read the mailbox and may be told more. Throws invalid for an unknown one
 * and when the address got enough links this hour, conflict when there is nothing left to verify.
 */
export async function requestConfirmationByLink(house: House, role: Role, token: string): Promise<void> {
  const found = await findLink(house.db, token);
  if (found?.link.purpose !== "verify" || found.member.role !== role)
    throw invalid({ confirmation_token: ["is not known"] });
  if (found.member.state !== "pending_verification") throw conflict(texts.alreadyVerified);
  if (!(await sendFreshLink(house, found.member))) throw invalid({ base: [texts.confirmationsUsedUp] });
}

/** Decides on an application, by staff, with a reason (decision 2). Throws conflict when it is decided already. */
export async function decideApplication(
  house: House,
  staff: Member,
  id: number,
  decision: "approved" | "rejected",
  reason: string,
): Promise<void> {
  const now = house.clock.now();
  await house.db.transaction(async (tx) => {
    const member = await lockMember(tx, id);
    if (!member || member.role === "staff") throw notFound();
    if (member.decision) throw conflict(`This application was ${member.decision} already.`);
    const state = stateAfter({ decision, verified: member.verifiedAt !== null, hasPassword: false });
    await updateMember(tx, id, { decision, decisionReason: reason, decidedAt: now, decidedBy: staff.id, state });
    await append(
      tx,
      { kind: `account.${decision}`, actorId: staff.id, subject: "member", subjectId: id, data: { reason } },
      now,
    );
  });
}

/**
 * Creates or resets a password with an e-mailed link and signs in; a reset ends all other sessions (decision 8). The
 * link alone says whose password it is: the screen's address names no role. Throws invalid with the words that the
 * screen tells apart.
 */
export async function createPasswordWith(
  house: House,
  token: string,
  password: string,
  visit: Omit<Visit, "source">,
): Promise<SignedIn> {
  const now = house.clock.now();
  const refuse = (problem: string) => invalid({ reset_password_token: [problem] });
  const found = await findLink(house.db, token);
  if (!found) throw refuse(tokenProblems.unapproved);
  const { link, member } = found;
  if (link.purpose === "verify" || !mayCreatePassword(member.state)) throw refuse(tokenProblems.unapproved);
  if (!link.usedAt && link.expiresAt && link.expiresAt <= now) throw refuse(tokenProblems.late);
  const complaint = link.usedAt ? null : passwordComplaint(password, member.email);
  if (complaint) throw invalid({ password: [complaint] });
  const passwordHash = link.usedAt ? "" : await hashPassword(password);
  const signedIn = await house.db.transaction(async (tx) => {
    // Refused here and not before, because a call that is sent again after its link was used does not come this far.
    if (!(await useLink(tx, link.id, now))) throw refuse(tokenProblems.used);
    await updateMember(tx, member.id, { passwordHash, state: "active" });
    await endSessions(tx, member.id);
    // Whoever knew the old password may have been among them, and may have asked for another address.
    await forgetDevices(tx, member.id);
    await endLinks(tx, member.id, now);
    const kind = link.purpose === "reset_password" ? "account.password_reset" : "account.opened";
    await append(tx, { kind, actorId: member.id, subject: "member", subjectId: member.id }, now);
    return enter(tx, { ...member, state: "active" }, now, visit);
  });
  sessionsChanged(house, member.id);
  return signedIn;
}

/** Asks for a reset link. Answers nothing, known or not; the e-mail says the rest. */
export async function requestPasswordReset(house: House, role: Role | "staff", email: string): Promise<void> {
  const member = await findByEmail(house.db, email);
  const known = member?.role === role && mayCreatePassword(member.state);
  // Written for nobody too: the answer then takes as long for a stranger's address as for a member's.
  const subjectId = known ? member.id : 0;
  const event = { kind: "account.reset_requested", actorId: null, subject: "member", subjectId };
  await house.db.transaction((tx) => append(tx, event, house.clock.now()));
}

/** Changes the password of a signed-in member; all their other sessions end. */
export async function changePasswordOf(
  house: House,
  member: Member,
  {
    current_password,
    password,
    confirmPassword,
  }: { current_password: string; password: string; confirmPassword: string },
): Promise<void> {
  if (!passwordsMatch(password, confirmPassword)) throw invalid({ confirmPassword: [texts.equalPasswords] });
  const complaint = passwordComplaint(password, member.email);
  if (complaint) throw invalid({ password: [complaint] });
  const right = await isOwnPassword(house, member, current_password);
  const passwordHash = right ? await hashPassword(password) : "";
  const now = house.clock.now();
  await house.db.transaction(async (tx) => {
    // Refused here, because a call that is sent again after its password was changed does not come this far.
    if (!right) throw wrongPassword();
    await updateMember(tx, member.id, { passwordHash });
    await endSessions(tx, member.id, { except: member.sessionId });
    await endLinks(tx, member.id, now);
    await append(
      tx,
      { kind: "account.password_changed", actorId: member.id, subject: "member", subjectId: member.id },
      now,
    );
  });
  sessionsChanged(house, member.id);
}

/** Asks who is signed in for their password again. Throws invalid when it is not right, tooMany to whoever goes on guessing. */
export async function requirePassword(house: House, member: Member, password: string): Promise<void> {
  if (!(await isOwnPassword(house, member, password))) throw wrongPassword();
}

const wrongPassword = () => invalid({ current_password: ["is not right"] });

async function isOwnPassword(house: House, member: Member, password: string): Promise<boolean> {
  const guess = await countGuessInSession(house, member.id);
  const row = await findMember(house.db, member.id);
  const right = await passwordMatches(password, row?.passwordHash ?? null);
  if (right) await guess.wasRight();
  return right;
}

/** Ends one of the member's own sessions. */
export async function endOwnSession(house: House, member: Member, id: number): Promise<void> {
  await endSessions(house.db, member.id, { only: id });
  sessionsChanged(house, member.id);
}

/** Signs out everywhere: every session of the member ends, and strangers' guesses count for all of their browsers again. */
export async function endAllSessions(house: House, member: Member): Promise<void> {
  await house.db.transaction(async (tx) => {
    await endSessions(tx, member.id);
    await forgetDevices(tx, member.id);
    const event = {
      kind: "account.signed_out_everywhere",
      actorId: member.id,
      subject: "member",
      subjectId: member.id,
    };
    await append(tx, event, house.clock.now());
  });
  sessionsChanged(house, member.id);
}

/**
 * Notes that a member, whose password has been asked for, wants another address. It becomes theirs when the link that is
 * sent there is opened; whether somebody else has it is told to that mailbox only (decision 53).
 */
export async function askForEmail(tx: Db, member: Member, to: string, now: Date): Promise<void> {
  const event = { kind: "account.email_change_asked", actorId: member.id, subject: "member", subjectId: member.id };
  await append(tx, { ...event, data: { to } }, now);
}

/** Makes the address behind a link the account's. Throws invalid when the link is unknown, used, late or too late. */
export async function confirmEmailChange(house: House, token: string): Promise<string> {
  const now = house.clock.now();
  const refuse = (problem: string) => invalid({ token: [problem] });
  const found = await findLink(house.db, token);
  const to = found?.link.newEmail;
  if (found?.link.purpose !== "change_email" || !to || found.member.state !== "active") throw refuse("is not known");
  const { link, member } = found;
  try {
    await house.db.transaction(async (tx) => {
      // Refused here and not before, because a call that is sent again after its link was used does not come this far.
      if (!(await useLink(tx, link.id, now))) throw refuse(link.usedAt ? "was already used" : "is no longer valid");
      await updateMember(tx, member.id, { email: to });
      // Links that lie in the old mailbox.
      await endLinks(tx, member.id, now);
      const event = { kind: "profile.email_changed", actorId: member.id, subject: "member", subjectId: member.id };
      await append(tx, { ...event, data: { from: member.email, to } }, now);
    });
  } catch (error) {
    // Somebody else has taken it since.
    if (isDuplicate(error, "members_email")) throw refuse("is no longer valid");
    throw error;
  }
  sessionsChanged(house, member.id);
  return to;
}

/**
 * A link for the command line to print, for a member of staff who is made with it or was there before; nothing is mailed,
 * so that no other link ends it. Using it ends all their sessions. Throws invalid when the address is a member's.
 */
export async function staffLink(
  house: Pick<House, "db" | "clock">,
  { email, name }: { email: string; name: string },
): Promise<{ id: number; token: string; made: boolean }> {
  const now = house.clock.now();
  return house.db.transaction(async (tx) => {
    const made = await insertStaff(tx, email, name, now);
    const id = made ?? (await findByEmail(tx, email).then((known) => (known?.role === "staff" ? known.id : null)));
    if (id === null) throw invalid({ email: ["Somebody who is not staff already has this address."] });
    const event = { actorId: null, subject: "member", subjectId: id };
    await append(tx, { kind: made ? "account.staff_made" : "account.staff_link_printed", ...event }, now);
    const token = await insertLink(tx, id, made ? "create_password" : "reset_password", now, made ? null : 3600);
    return { id, token, made: made !== null };
  });
}

/** Makes a member of staff, who gets a link to create their password (decision 2). Throws invalid for a taken address. */
export async function inviteStaff(
  house: House,
  by: Member,
  { email, name }: { email: string; name: string },
): Promise<number> {
  const now = house.clock.now();
  return house.db.transaction(async (tx) => {
    const id = await insertStaff(tx, email, name, now);
    if (id === null) throw invalid({ email: ["Somebody already has this address."] });
    await append(tx, { kind: "account.staff_invited", actorId: by.id, subject: "member", subjectId: id }, now);
    return id;
  });
}
