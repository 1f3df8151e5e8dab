import { optionalKinds, type Preferences, type Switches, unchosen } from "@plumbline/contract/notifications/rules.ts";
import { and, eq, isNull, lt, or } from "drizzle-orm";
import type { Db } from "../../platform/database.ts";
import { notificationSettings as settings } from "../../schema.ts";

type Row = typeof settings.$inferSelect;

const on = (muted: readonly string[]) =>
  Object.fromEntries(optionalKinds.map((kind) => [kind, !muted.includes(kind)])) as Switches;
const muted = (switches: Switches) => optionalKinds.filter((kind) => !switches[kind]);
const preferencesIn = ({ digest, mutedInApp, mutedByEmail }: Row): Preferences => ({
  digest,
  app: on(mutedInApp),
  email: on(mutedByEmail),
});

export async function preferencesOf(db: Db, memberId: number): Promise<Preferences> {
  const [row] = await db.select().from(settings).where(eq(settings.memberId, memberId));
  return row ? preferencesIn(row) : unchosen;
}

/** Locked, so that two tabs that change different switches at once both have their way. */
export async function lockPreferences(tx: Db, memberId: number): Promise<Preferences> {
  await tx.insert(settings).values({ memberId }).onConflictDoNothing();
  const [row] = await tx.select().from(settings).where(eq(settings.memberId, memberId)).for("update");
  return preferencesIn(row as Row);
}

export async function updatePreferences(tx: Db, memberId: number, { digest, app, email }: Preferences): Promise<void> {
  await tx
    .update(settings)
    .set({ digest, mutedInApp: muted(app), mutedByEmail: muted(email) })
    .where(eq(settings.memberId, memberId));
}

/** True for one caller a day: never two digests of one day. */
export async function takeDigestDay(tx: Db, memberId: number, day: string): Promise<boolean> {
  const taken = await tx
    .update(settings)
    .set({ lastDigestOn: day })
    .where(and(eq(settings.memberId, memberId), or(isNull(settings.lastDigestOn), lt(settings.lastDigestOn, day))))
    .returning({ memberId: settings.memberId });
  return taken.length === 1;
}
