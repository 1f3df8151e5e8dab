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
import { preparedInsert, preparedUpdate } from "../../database/prepared-writes.ts";
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

const settingsOf = preparedOn((db) => {
  const query = () =>
    db
      .select()
      .from(settings)
      .where(eq(settings.memberId, sql.placeholder("memberId")));
  return {
    read: query().prepare("notification_settings_of"),
    locked: query().for("update").prepare("lock_notification_settings"),
  };
});
const beginning = preparedInsert(settings, "begin_notification_settings", (insert) => insert.onConflictDoNothing());
const changing = preparedUpdate(settings, "change_notification_settings", (update) =>
  update.where(eq(settings.memberId, sql.placeholder("member"))),
);

export async function preferencesOf(db: Db, memberId: number): Promise<Preferences> {
  const [row] = await settingsOf(db).read.execute({ memberId });
  return row ? preferencesIn(row) : defaultPreferences;
}

/** Locks the row, so that simultaneous changes of different switches are both kept. */
export async function lockPreferences(tx: Db, memberId: number): Promise<Preferences> {
  await sendAlong(tx, beginning(tx, { memberId }));
  return preferencesIn(oneRow(await settingsOf(tx).locked.execute({ memberId })));
}

export async function updatePreferences(tx: Db, memberId: number, { digest, app, email }: Preferences): Promise<void> {
  const values = { digest, mutedInApp: muted(app), mutedByEmail: muted(email) };
  await sendAlong(tx, changing(tx, { member: memberId }, values));
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
