import { texts as accountTexts } from "@plumbline/contract/accounts/rules.ts";
import type { Role } from "@plumbline/contract/product.ts";
import { missingFrom, texts } from "@plumbline/contract/profiles/rules.ts";
import type { House } from "../../house.ts";
import { append } from "../../platform/events.ts";
import { type Member, sessionsChanged } from "../../platform/members.ts";
import { conflict, invalid, notFound } from "../../platform/problems.ts";
import { askForEmail, requirePassword } from "../accounts/actions.ts";
import { checkChoices } from "../reference/choices.ts";
import { findProfile, type MemberWithProfile, updateMemberOf, updateProfile } from "./store.ts";
import type { Save } from "./wire.ts";

export async function readOwn(house: House, member: Member): Promise<MemberWithProfile> {
  const found = await findProfile(house.db, member.id);
  if (!found) throw notFound();
  return found;
}

/**
 * A member as another may see them: customers see advisors and advisors customers, and everyone themselves. Whoever is
 * not active is not there.
 */
export async function readPublic(house: House, reader: Member, role: Role, id: number): Promise<MemberWithProfile> {
  const found = await findProfile(house.db, id);
  const theirs = reader.role !== role || reader.id === id;
  if (!found || found.member.role !== role || found.member.state !== "active" || !theirs) throw notFound();
  return found;
}

/**
 * Saves what is given and leaves the rest. Another e-mail needs the password and is only asked for (decision 53).
 * Throws invalid for choices that are not on their lists and a wrong password, conflict when another tab saved first. The profile counts as set up from the first save that leaves nothing missing.
 */
export async function saveProfile(
  house: House,
  member: Member,
  { change, email, password, version, choices }: Save,
): Promise<MemberWithProfile> {
  const now = house.clock.now();
  const newEmail = email !== undefined && email.toLowerCase() !== member.email ? email.toLowerCase() : null;
  if (newEmail && !password) throw invalid({ current_password: [accountTexts.passwordForEmail] });
  if (newEmail && password) await requirePassword(house, member, password);
  const saved = await house.db.transaction(async (tx) => {
    const before = await findProfile(tx, member.id);
    if (!before) throw notFound();
    if (version !== undefined && version !== before.profile.version) throw conflict(texts.otherTabFirst);
    await checkChoices(tx, choices, change.countryId ?? before.profile.countryId);
    // A country without its city: the stored one would belong to another country.
    const moved =
      change.countryId !== undefined && change.countryId !== before.profile.countryId && change.cityId === undefined;
    const profile = await updateProfile(
      tx,
      member.id,
      before.profile.version,
      moved ? { ...change, cityId: null } : change,
    );
    if (!profile) throw conflict(texts.otherTabFirst);

    const completed = !before.member.profileSetup && missingFrom(member.role as Role, profile).length === 0;
    if (completed) await updateMemberOf(tx, member.id, { profileSetup: true });

    const event = { actorId: member.id, subject: "member", subjectId: member.id };
    await append(tx, { ...event, kind: "profile.saved", data: { fields: Object.keys(change) } }, now);
    if (completed) await append(tx, { ...event, kind: "profile.completed" }, now);
    if (newEmail) await askForEmail(tx, member, newEmail, now);
    return { profile, member: { ...before.member, profileSetup: before.member.profileSetup || completed } };
  });
  // The session remembers the flags and the e-mail; matching listens too.
  sessionsChanged(house, member.id);
  return saved;
}
