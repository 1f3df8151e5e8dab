import type { Desk } from "@plumbline/contract/back-office/desk.ts";
import { accessTo } from "@plumbline/contract/back-office/staff-roles.ts";
import { dayInLondon, dayMs } from "@plumbline/contract/dates.ts";
import { decimalOf } from "@plumbline/contract/money.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { sources } from "./desk-sources.ts";
import { readFigures } from "./desk-store.ts";
import { promiseOf } from "./queue-actions.ts";

/** The desk as this member of staff sees it. */
export async function readDeskFor(context: AppContext, reader: Member): Promise<Desk> {
  const { db, clock } = context;
  const now = clock.now();
  const from = `${dayInLondon(now).slice(0, 8)}01`;
  const role = reader.staffRole ?? "read_only";
  const days = await promiseOf(db);
  const open = sources.filter(({ area }) => accessTo(area, role) !== "none");
  const [waiting, { paying, inArrears, income, medianDays, wayIn }] = await Promise.all([
    Promise.all(open.map(({ read }) => read({ db, now, days }))),
    readFigures(db, { from, decidedAfter: new Date(now.getTime() - 30 * dayMs) }),
  ]);
  return {
    kinds: open.map(({ name, to }, index) => ({
      ...{ name, to },
      count: waiting[index]?.count ?? 0,
      overdue: waiting[index]?.overdue ?? 0,
    })),
    waiting: waiting
      .flatMap(({ oldest }) => oldest)
      .sort((one, other) => Date.parse(one.since) - Date.parse(other.since)),
    figures: {
      paying,
      paid: decimalOf(income.paid),
      commission: decimalOf(income.commission),
      membership: decimalOf(income.membership),
      in_arrears: inArrears,
      median_days: medianDays,
      promised_days: days,
    },
    way_in: wayIn,
  };
}
