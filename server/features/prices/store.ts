import { maxId } from "@plumbline/contract/fields.ts";
import type { SettingRow } from "@plumbline/contract/prices/rules.ts";
import { and, desc, eq, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../database/database.ts";
import { preparedBy } from "../../database/prepared.ts";
import { oneRow } from "../../database/rows.ts";
import { nameColumn } from "../profiles/profile-join.ts";
import { moneySettingRows } from "./schema.ts";

type NewSetting = typeof moneySettingRows.$inferInsert;

/** Every row that was not withdrawn. */
export async function settingsInForce(db: Db): Promise<SettingRow[]> {
  const { id, setting, memberId, fromDay, hundredths } = moneySettingRows;
  return db
    .select({ id, setting, memberId, fromDay, hundredths })
    .from(moneySettingRows)
    .where(isNull(moneySettingRows.withdrawnAt));
}

/** Lets one change of the settings run after the other, so that no two of them contradict each other. */
export async function lockSettings(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(7261034)`);
}

export async function insertSetting(tx: Db, row: NewSetting): Promise<number> {
  return oneRow(await tx.insert(moneySettingRows).values(row).returning({ id: moneySettingRows.id })).id;
}

type Withdrawal = { withdrawnAt: Date; withdrawnBy: number; withdrawnBecause: string };

/** False when it was withdrawn before. */
export async function markWithdrawn(tx: Db, id: number, withdrawal: Withdrawal): Promise<boolean> {
  const rows = await tx
    .update(moneySettingRows)
    .set(withdrawal)
    .where(and(eq(moneySettingRows.id, id), isNull(moneySettingRows.withdrawnAt)))
    .returning({ id: moneySettingRows.id });
  return rows.length === 1;
}

const shownBy = (db: Db, where: SQL | undefined) =>
  db
    .select({
      it: moneySettingRows,
      memberName: nameColumn(sql.raw("money_settings.member_id")),
      setByName: nameColumn(sql.raw("money_settings.set_by")),
      withdrawnByName: nameColumn(sql.raw("money_settings.withdrawn_by")),
    })
    .from(moneySettingRows)
    .where(where);
/** A row with the names of those whom it concerns. */
export type ShownSetting = Awaited<ReturnType<typeof shownBy>>[number];

const listOf = preparedBy((db, of: "everybody" | "member") =>
  shownBy(
    db,
    and(
      lt(moneySettingRows.id, sql.placeholder("before")),
      of === "member" ? eq(moneySettingRows.memberId, sql.placeholder("memberId")) : undefined,
    ),
  )
    .orderBy(desc(moneySettingRows.id))
    .limit(sql.placeholder("limit"))
    .prepare(`money_settings_of_${of}`),
);

/** The changes of everybody's settings and of all members' own, or of one member's; the last that was made first. */
export async function listSettings(
  db: Db,
  memberId: number | null,
  { before = maxId, limit }: { before?: number | undefined; limit: number },
): Promise<ShownSetting[]> {
  const place = { before, limit };
  return memberId === null
    ? listOf(db, "everybody").execute(place)
    : listOf(db, "member").execute({ memberId, ...place });
}

export async function findSetting(db: Db, id: number): Promise<ShownSetting | null> {
  const [row] = await shownBy(db, eq(moneySettingRows.id, id));
  return row ?? null;
}
