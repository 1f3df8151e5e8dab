import { and, eq, sql } from "drizzle-orm";
import { memberJoin } from "../../auth/member-join.ts";
import type { Member } from "../../auth/members.ts";
import { preparedById } from "../../database/batched-reads.ts";
import { arrayParameter, type Db } from "../../database/database.ts";
import { preparedOn } from "../../database/prepared.ts";
import { preparedInsert, preparedUpdate } from "../../database/prepared-writes.ts";
import { sendAlong } from "../../database/transaction.ts";
import { profiles } from "./schema.ts";

export type ProfileRow = typeof profiles.$inferSelect;
export type ProfileChange = Partial<Omit<typeof profiles.$inferInsert, "memberId" | "version">>;
export type NewProfile = typeof profiles.$inferInsert;
type MemberFacts = Omit<Member, "sessionId" | "staffRole" | "mustSetUpTwoStep" | "viewedBySession">;
export type MemberWithProfile = { member: MemberFacts; profile: ProfileRow };

const member = memberJoin();
const { id, role, email, state, standing, profileSetup, stripeSetup } = member.columns;

function prepareSeveral(db: Db) {
  const several = db
    .select({ member: { id, role, email, state, standing, profileSetup, stripeSetup }, profile: profiles })
    .from(profiles)
    .where(sql`${profiles.memberId} = any(${arrayParameter("ids", "int")})`)
    .$dynamic();
  return member.join(several, profiles.memberId).prepare("profiles_of");
}
const severalOf = preparedOn(prepareSeveral);

export const findProfile: (db: Db, memberId: number) => Promise<MemberWithProfile | null> = preparedById(
  severalOf,
  ({ profile }) => profile.memberId,
);

/** Several profiles, in no particular order. */
export async function findProfiles(db: Db, memberIds: readonly number[]): Promise<MemberWithProfile[]> {
  if (memberIds.length === 0) return [];
  const several = severalOf(db);
  return several.execute({ ids: memberIds });
}

/** Updates the version that was read; null when somebody else saved first. */
export async function updateProfile(
  db: Db,
  memberId: number,
  version: number,
  change: ProfileChange,
): Promise<ProfileRow | null> {
  const [row] = await db
    .update(profiles)
    .set({ ...change, version: sql`${profiles.version} + 1` })
    .where(and(eq(profiles.memberId, memberId), eq(profiles.version, version)))
    .returning();
  return row ?? null;
}

const inserting = preparedInsert(profiles, "insert_profile", (insert) => insert);

export async function insertProfile(db: Db, profile: NewProfile): Promise<void> {
  await sendAlong(db, inserting(db, profile));
}

/** Empty for an unknown member. */
export async function nameOf(db: Db, memberId: number): Promise<string> {
  const [row] = await nameById(db).execute({ memberId });
  return row?.name ?? "";
}

const nameById = preparedOn((db) =>
  db
    .select({ name: profiles.name })
    .from(profiles)
    .where(eq(profiles.memberId, sql.placeholder("memberId")))
    .prepare("name_of_member"),
);

const changingPhoto = preparedUpdate(profiles, "change_photo", (update) =>
  update.where(eq(profiles.memberId, sql.placeholder("member"))),
);

/** The photo is not a field of the form and does not count as a save, so that an open form is not outdated by it. */
export async function updatePhoto(db: Db, memberId: number, photoId: number, largePhotoId: number): Promise<void> {
  await sendAlong(db, changingPhoto(db, { member: memberId }, { photoId, largePhotoId }));
}
