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
import { append } from "../../platform/events.ts";
import { endSessions, type Member, sessionsChanged, startSession } from "../../platform/members.ts";
import { hashPassword, passwordMatches, requireRoom } from "../../platform/passwords.ts";
import { conflict, invalid, notFound, signInRefused } from "../../platform/problems.ts";
import {
  findByEmail,
  findLink,
  findMember,
  findSessionByToken,
  insertStaff,
  lockMember,
  type MemberRow,
  updateMember,
  useLink,
} from "./store.ts";

type SignedIn = { token: string; member: MemberRow };

/** Signs in. An unknown address costs the same time and reads the same as a wrong password. */
export async function signInWithPassword(
  house: House,
  { email, password, owner_type: role }: { email: string; password: string; owner_type: Role | "staff" },
  userAgent: string | null,
): Promise<SignedIn> {
  requireRoom();
  const guess = `sign-in ${role} ${email.toLowerCase()}`;
  house.attempts.count(guess, 10, 15 * 60);
  const found = await findByEmail(house.db, email);
  const member = found?.role === role ? found : null;
  const right = await passwordMatches(password, member?.passwordHash ?? null);
  if (!member || !right) throw signInRefused(wrongCredentials);
  if (member.state !== "active") throw signInRefused(signInRefusals[member.state]);
  house.attempts.forget(guess);
  return { token: await startSession(house.db, member.id, house.clock.now(), userAgent), member };
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
    await append(
      house.db,
      { kind: "account.verification_lapsed", actorId: null, subject: "member", subjectId: found.member.id },
      now,
    );
    throw invalid({ confirmation_token: ["has run out: we have sent a new link"] });
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
  userAgent: string | null,
): Promise<SignedIn> {
  const now = house.clock.now();
  const refuse = (problem: string) => invalid({ reset_password_token: [problem] });
  const found = await findLink(house.db, token);
  if (!found) throw refuse(tokenProblems.unapproved);
  const { link, member } = found;
  if (link.purpose === "verify" || !mayCreatePassword(member.state)) throw refuse(tokenProblems.unapproved);
  if (link.usedAt) throw refuse(tokenProblems.used);
  if (link.expiresAt && link.expiresAt <= now) throw refuse(tokenProblems.late);
  const complaint = passwordComplaint(password, member.email);
  if (complaint) throw invalid({ password: [complaint] });
  const passwordHash = await hashPassword(password);
  const session = await house.db.transaction(async (tx) => {
    if (!(await useLink(tx, link.id, now))) throw refuse(tokenProblems.used);
    await updateMember(tx, member.id, { passwordHash, state: "active" });
    await endSessions(tx, member.id);
    const kind = link.purpose === "reset_password" ? "account.password_reset" : "account.opened";
    await append(tx, { kind, actorId: member.id, subject: "member", subjectId: member.id }, now);
    return startSession(tx, member.id, now, userAgent);
  });
  sessionsChanged(house, member.id);
  return { token: session, member: { ...member, state: "active" } };
}

/** Asks for a reset link. Answers nothing, known or not; the e-mail says the rest. */
export async function requestPasswordReset(house: House, role: Role, email: string): Promise<void> {
  house.attempts.count(`reset ${email.toLowerCase()}`, 5, 60 * 60);
  const member = await findByEmail(house.db, email);
  const known = member?.role === role && mayCreatePassword(member.state);
  // Written for nobody too: the answer then takes as long for a stranger's address as for a member's.
  const subjectId = known ? member.id : 0;
  await append(
    house.db,
    { kind: "account.reset_requested", actorId: null, subject: "member", subjectId },
    house.clock.now(),
  );
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
  const row = await findMember(house.db, member.id);
  if (!(await passwordMatches(current_password, row?.passwordHash ?? null)))
    throw invalid({ current_password: ["is not right"] });
  const passwordHash = await hashPassword(password);
  const now = house.clock.now();
  await house.db.transaction(async (tx) => {
    await updateMember(tx, member.id, { passwordHash });
    await endSessions(tx, member.id, { except: member.sessionId });
    await append(
      tx,
      { kind: "account.password_changed", actorId: member.id, subject: "member", subjectId: member.id },
      now,
    );
  });
  sessionsChanged(house, member.id);
}

/** Ends one of the member's own sessions. */
export async function endOwnSession(house: House, member: Member, id: number): Promise<void> {
  await endSessions(house.db, member.id, { only: id });
  sessionsChanged(house, member.id);
}

/** Makes a member of staff, who gets a link to create their password (decision 2). Throws invalid for a taken address. */
export async function inviteStaff(
  house: Pick<House, "db" | "clock">,
  by: Member | null,
  { email, name }: { email: string; name: string },
): Promise<number> {
  const now = house.clock.now();
  return house.db.transaction(async (tx) => {
    const id = await insertStaff(tx, email, name, now);
    if (id === null) throw invalid({ email: ["Somebody already has this address."] });
    await append(tx, { kind: "account.staff_invited", actorId: by?.id ?? null, subject: "member", subjectId: id }, now);
    return id;
  });
}
