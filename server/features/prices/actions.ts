import { dayInLondon, formatLong } from "@plumbline/contract/dates.ts";
import type { RequestInput } from "@plumbline/contract/endpoint.ts";
import { decimalOf } from "@plumbline/contract/money.ts";
import type { changeMemberSetting } from "@plumbline/contract/prices/contract.ts";
import {
  type Account,
  contradiction,
  type MoneySetting,
  type SettingRow,
  settingKinds,
  shownValue,
  valueOn,
} from "@plumbline/contract/prices/rules.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import type { Db } from "../../database/database.ts";
import type { NewEvent } from "../../events.ts";
import { conflict, invalid, notFound } from "../../http/problems.ts";
import { append } from "../../outbox/outbox.ts";
import {
  findSetting,
  insertSetting,
  lockSettings,
  markWithdrawn,
  type ShownSetting,
  settingsInForce,
} from "./store.ts";

type Change = RequestInput<typeof changeMemberSetting>["body"];

/**
 * Sets a value from a day on, for everybody or for one member. Throws invalid for a day that has passed or a value that
 * contradicts another, and conflict when the day has a value already.
 */
export async function changeSetting(context: AppContext, staff: Member, owner: Account | null, change: Change) {
  const now = context.clock.now();
  const today = dayInLondon(now);
  const { setting, from_day: fromDay, value: hundredths, reason } = change;
  if (fromDay < today)
    throw invalid({ from_day: ["A change holds from today or later: what has been is not changed."] });
  if (owner) requireOwnable(owner, setting);
  const memberId = owner?.id ?? null;
  await context.db.transaction(async (tx) => {
    await lockSettings(tx);
    const inForce = await settingsInForce(tx);
    const same = inForce.find((row) => row.setting === setting && row.memberId === memberId && row.fromDay === fromDay);
    await replaceSame(tx, now, staff, same?.id ?? null, change.replaces ?? null);
    const rows = inForce.filter((row) => row !== same);
    const beforeHundredths = valueOn(rows, setting, fromDay, memberId);
    const row = { setting, memberId, fromDay, hundredths };
    const against = contradiction([...rows, { ...row, id: 0 }], today);
    if (against) throw invalid({ value: [against] });
    const id = await insertSetting(tx, { ...row, beforeHundredths, reason, setBy: staff.id, setAt: now });
    const after = hundredths ?? valueOn(rows, setting, fromDay, null);
    const data = { setting, fromDay, reason, before: worded(setting, beforeHundredths), after: worded(setting, after) };
    await append(tx, eventOf("set", staff, { ...row, id }, data), now);
  });
  context.moneyTerms.forget();
}

/** Takes a change back before its day. Throws notFound, and conflict from its day on or when others build on it. */
export async function withdrawSetting(context: AppContext, staff: Member, id: number, reason: string) {
  const now = context.clock.now();
  const today = dayInLondon(now);
  await context.db.transaction(async (tx) => {
    await lockSettings(tx);
    const found = await findSetting(tx, id);
    if (!found) throw notFound();
    const { it } = found;
    if (it.withdrawnAt) throw conflict(`${found.withdrawnByName ?? "Somebody"} has withdrawn this change already.`);
    if (it.fromDay <= today)
      throw conflict(`This holds since ${formatLong(it.fromDay)}. Please set another value from today or later.`);
    const left = (await settingsInForce(tx)).filter((row) => row.id !== id);
    const against = contradiction(left, today);
    if (against) throw conflict(`Without it: ${against}`);
    await markWithdrawn(tx, id, { withdrawnAt: now, withdrawnBy: staff.id, withdrawnBecause: reason });
    const { setting, fromDay, memberId } = it;
    const was = it.hundredths ?? valueOn(left, setting, fromDay, null);
    const data = {
      setting,
      fromDay,
      reason,
      before: worded(setting, was),
      after: worded(setting, valueOn(left, setting, fromDay, memberId)),
    };
    await append(tx, eventOf("withdrawn", staff, it, data), now);
  });
  context.moneyTerms.forget();
}

/** Withdraws the value from the same day. Throws conflict unless the change says that it replaces exactly that one. */
async function replaceSame(tx: Db, now: Date, staff: Member, same: number | null, replaces: number | null) {
  if (same === replaces) {
    if (same !== null)
      await markWithdrawn(tx, same, { withdrawnAt: now, withdrawnBy: staff.id, withdrawnBecause: "Replaced" });
    return;
  }
  const taken = same === null ? null : await findSetting(tx, same);
  throw conflict(taken ? takenSentence(taken) : "The change that this one replaces is not there any more.");
}

function takenSentence({ it: { setting, fromDay, hundredths, reason }, setByName }: ShownSetting) {
  const value = hundredths === null ? "everybody's value" : worded(setting, hundredths);
  return `${setByName ?? "Somebody"} has already set ${value} from ${formatLong(fromDay)}: “${reason}”`;
}

/** Throws invalid when members of this role have no value of their own. */
function requireOwnable({ role }: Account, setting: MoneySetting) {
  const { ownFor, label } = settingKinds[setting];
  if (ownFor === role) return;
  const who = ownFor === "advisor" ? "an advisor" : ownFor === "customer" ? "a business member" : "nobody";
  throw invalid({ setting: [`${label} can be ${who}’s own only.`] });
}

const worded = (setting: MoneySetting, hundredths: number) => shownValue(setting, decimalOf(hundredths));

type Facts = Extract<NewEvent, { kind: "terms.set" }>["data"];

function eventOf(what: "set" | "withdrawn", { id: actorId }: Member, row: SettingRow, data: Facts): NewEvent {
  return row.memberId === null
    ? { kind: `terms.${what}`, actorId, subjectId: row.id, data }
    : { kind: `terms.own_${what}`, actorId, subjectId: row.memberId, data };
}
