import { texts as accountTexts } from "@plumbline/contract/accounts/rules.ts";
import type { Role } from "@plumbline/contract/product.ts";
import { missingProfileFields, texts } from "@plumbline/contract/profiles/rules.ts";
import { memberRole } from "../../auth/member-role.ts";
import { type Member, sessionsChanged } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { sendAlong } from "../../database/transaction.ts";
import { conflict, invalid, notFound } from "../../http/problems.ts";
import { append } from "../../outbox/outbox.ts";
import { requestEmailChange } from "../accounts/actions.ts";
import { hasSamePassword, proofOf, wrongPassword } from "../accounts/proof.ts";
import { lockMember, updateMember } from "../accounts/store.ts";
import { checkChoices } from "../reference/choices.ts";
import { choicesIn } from "./choices-in.ts";
import { findProfile, type MemberWithProfile, updateProfile } from "./store.ts";
import type { Save } from "./wire.ts";

export async function readOwn(context: AppContext, member: Member): Promise<MemberWithProfile> {
  const found = await findProfile(context.db, member.id);
  if (!found) throw notFound();
  return found;
}

/**
 * A member as another may see them: customers see advisors and advisors customers, and everyone themselves. Throws
 * notFound for members who are not active.
 */
export async function readPublic(
  context: AppContext,
  reader: Member,
  role: Role,
  id: number,
): Promise<MemberWithProfile> {
  const found = await findProfile(context.db, id);
  const theirs = reader.role !== role || reader.id === id;
  if (!found || found.member.role !== role || found.member.state !== "active" || !theirs) throw notFound();
  // A suspended member is not shown to others (ADR-033).
  if (found.member.standing === "suspended" && reader.id !== id) throw notFound();
  return found;
}

/**
 * Saves the given fields and leaves the others. A changed e-mail address needs the password and the second step's
 * code, and waits for its confirmation (decision 53). Throws invalid for ids that are not in the reference data and for a wrong password,
 * conflict when another tab saved first. The profile counts as set up after the first save that leaves nothing missing.
 */
export async function saveProfile(
  context: AppContext,
  member: Member,
  { change, email, password, otp, version, choices }: Save,
): Promise<MemberWithProfile> {
  const now = context.clock.now();
  const newEmail = email !== undefined && email.toLowerCase() !== member.email ? email.toLowerCase() : null;
  if (newEmail && !password) throw invalid({ current_password: [accountTexts.passwordForEmail] });
  const proof = newEmail && password ? await proofOf(context, member, { password, otp }) : null;
  if (proof && !proof.known) throw wrongPassword();
  const saved = await context.db.transaction(async (tx) => {
    // A member is locked before their profile, which may make them set up, and whose address the password was typed for.
    if (proof?.known && !(await hasSamePassword(tx, proof.known))) throw wrongPassword();
    if (!proof && !member.profileSetup) await sendAlong(tx, lockMember(tx, member.id));
    const before = await findProfile(tx, member.id);
    if (!before) throw notFound();
    if (version !== undefined && version !== before.profile.version) throw conflict(texts.otherTabFirst);
    const country = change.countryId ?? before.profile.countryId;
    await checkChoices(context, tx, choices, { country, kept: choicesIn(before.profile) });
    // A new country without a city clears the city, which belongs to the old country.
    const moved =
      change.countryId !== undefined && change.countryId !== before.profile.countryId && change.cityId === undefined;
    const profile = await updateProfile(
      tx,
      member.id,
      before.profile.version,
      moved ? { ...change, cityId: null } : change,
    );
    if (!profile) throw conflict(texts.otherTabFirst);

    const completed = !before.member.profileSetup && missingProfileFields(memberRole(member), profile).length === 0;
    if (completed) await updateMember(tx, member.id, { profileSetup: true });

    const event = { actorId: member.id, subjectId: member.id };
    await append(tx, { ...event, kind: "profile.saved", data: { fields: Object.keys(change) } }, now);
    if (completed) await append(tx, { ...event, kind: "profile.completed" }, now);
    await proof?.takeCode(tx);
    if (newEmail) await requestEmailChange(tx, member, newEmail, now);
    return { profile, member: { ...before.member, profileSetup: before.member.profileSetup || completed } };
  });
  await proof?.accepted();
  // The session caches the flags and the e-mail; matching subscribes as well.
  sessionsChanged(context, member.id);
  return saved;
}
