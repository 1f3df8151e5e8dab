import {
  defaultPreferences,
  optionalKinds,
  type Preferences,
  type Switches,
} from "@plumbline/contract/notifications/rules.ts";
import { fromKeys } from "@plumbline/contract/records.ts";
import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import { preparedOn } from "../../database/prepared.ts";
import { oneRow } from "../../database/rows.ts";
import { sendAlong } from "../../database/transaction.ts";
import { notificationSettings as settings } from "./schema.ts";

type Row = typeof settings.$inferSelect;

const on = (muted: readonly string[]): Switches => fromKeys(optionalKinds, (kind) => !muted.includes(kind));
const muted = (switches: Switches) => optionalKinds.filter((kind) => !switches[kind]);
const preferencesIn = ({ digest, mutedInApp, mutedByEmail }: Row): Preferences => ({
  digest,
  app: on(mutedInApp),
  email: on(mutedByEmail),
});

const settingsOf = preparedOn((db) =>
  db
    .select()
    .from(settings)
    .where(eq(settings.memberId, sql.placeholder("memberId")))
    .prepare("notification_settings_of"),
);

export async function preferencesOf(db: Db, memberId: number): Promise<Preferences> {
  const [row] = await settingsOf(db).execute({ memberId });
  return row ? preferencesIn(row) : defaultPreferences;
}

/** Locks the row, so that simultaneous changes of different switches are both kept. */
export async function lockPreferences(tx: Db, memberId: number): Promise<Preferences> {
  await sendAlong(tx, tx.insert(settings).values({ memberId }).onConflictDoNothing());
  return preferencesIn(oneRow(await tx.select().from(settings).where(eq(settings.memberId, memberId)).for("update")));
}

export async function updatePreferences(tx: Db, memberId: number, { digest, app, email }: Preferences): Promise<void> {
  const values = { digest, mutedInApp: muted(app), mutedByEmail: muted(email) };
  await sendAlong(tx, tx.update(settings).set(values).where(eq(settings.memberId, memberId)));
}

/** True for one caller a day, so that no day has two digests. */
export async function takeDigestDay(tx: Db, memberId: number, day: string): Promise<boolean> {
  const taken = await tx
    .update(settings)
    .set({ lastDigestOn: day })
    .where(and(eq(settings.memberId, memberId), or(isNull(settings.lastDigestOn), lt(settings.lastDigestOn, day))))
    .returning({ memberId: settings.memberId });
  return taken.length === 1;
}
