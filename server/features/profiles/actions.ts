import type { Role } from "@plumbline/contract/product.ts";
import { missingFrom, texts } from "@plumbline/contract/profiles/rules.ts";
import type { House } from "../../house.ts";
import { append } from "../../platform/events.ts";
import { type Member, sessionsChanged } from "../../platform/members.ts";
import { conflict, invalid, notFound } from "../../platform/problems.ts";
import { checkChoices } from "../reference/choices.ts";
import { findProfile, isEmailTaken, type MemberWithProfile, updateMemberOf, updateProfile } from "./store.ts";
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
 * Saves what is given and leaves the rest. Throws invalid for choices that are not on their lists or a taken e-mail,
 * conflict when another tab saved first. The profile counts as set up from the first save that leaves nothing missing.
 */
export async function saveProfile(
  house: House,
  member: Member,
  { change, email, version, choices }: Save,
): Promise<MemberWithProfile> {
  const now = house.clock.now();
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

    const newEmail =
      email !== undefined && email.toLowerCase() !== before.member.email ? email.toLowerCase() : undefined;
    if (newEmail && (await isEmailTaken(tx, newEmail, member.id))) throw invalid({ email: [texts.emailTaken] });
    const completed = !before.member.profileSetup && missingFrom(member.role as Role, profile).length === 0;
    await updateMemberOf(tx, member.id, {
      ...(newEmail ? { email: newEmail } : {}),
      ...(completed ? { profileSetup: true } : {}),
    });

    const event = { actorId: member.id, subject: "member", subjectId: member.id };
    await append(tx, { ...event, kind: "profile.saved", data: { fields: Object.keys(change) } }, now);
    if (completed) await append(tx, { ...event, kind: "profile.completed" }, now);
    if (newEmail)
      await append(
        tx,
        { ...event, kind: "profile.email_changed", data: { from: before.member.email, to: newEmail } },
        now,
      );
    return {
      profile,
      member: {
        ...before.member,
        email: newEmail ?? before.member.email,
        profileSetup: before.member.profileSetup || completed,
      },
    };
  });
  // The session remembers the flags and the e-mail; matching listens too.
  sessionsChanged(house, member.id);
  return saved;
}
