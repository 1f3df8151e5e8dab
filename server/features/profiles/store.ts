import { and, eq, sql } from "drizzle-orm";
import { type Db, givenList } from "../../platform/database.ts";
import { members, profiles } from "../../schema.ts";

export type ProfileRow = typeof profiles.$inferSelect;
export type ProfileChange = Partial<Omit<typeof profiles.$inferInsert, "memberId" | "version">>;
export type MemberFacts = Pick<
  typeof members.$inferSelect,
  "id" | "role" | "email" | "state" | "profileSetup" | "stripeSetup"
>;
export type MemberWithProfile = { member: MemberFacts; profile: ProfileRow };

const withMember = (db: Db) =>
  db
    .select({
      member: {
        id: members.id,
        role: members.role,
        email: members.email,
        state: members.state,
        profileSetup: members.profileSetup,
        stripeSetup: members.stripeSetup,
      },
      profile: profiles,
    })
    .from(members)
    .innerJoin(profiles, eq(profiles.memberId, members.id));

export async function findProfile(db: Db, memberId: number): Promise<MemberWithProfile | null> {
  const [row] = await findProfiles(db, [memberId]);
  return row ?? null;
}

const prepareSeveral = (db: Db) =>
  withMember(db)
    .where(sql`${members.id} = any(${givenList("ids", "int")})`)
    .prepare("profiles_of");
const prepared = new WeakMap<Db, ReturnType<typeof prepareSeveral>>();

/** Several at once, in no order. */
export async function findProfiles(db: Db, memberIds: readonly number[]): Promise<MemberWithProfile[]> {
  if (memberIds.length === 0) return [];
  const several = prepared.get(db) ?? prepareSeveral(db);
  prepared.set(db, several);
  return several.execute({ ids: memberIds });
}

/** Writes over the version that was read, and nothing when somebody was quicker: null then. */
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

export async function updateMemberOf(
  db: Db,
  memberId: number,
  values: { email?: string; profileSetup?: true },
): Promise<void> {
  if (Object.keys(values).length > 0) await db.update(members).set(values).where(eq(members.id, memberId));
}

/** The photo is no field of a form: it does not count as a save, so an open form stays good. */
export async function updatePhoto(db: Db, memberId: number, photoId: number, largePhotoId: number): Promise<void> {
  await db.update(profiles).set({ photoId, largePhotoId }).where(eq(profiles.memberId, memberId));
}
