import type { Desk } from "@plumbline/contract/back-office/desk.ts";
import { accessTo, type StaffRole } from "@plumbline/contract/back-office/staff-roles.ts";
import { dayInLondon, dayMs } from "@plumbline/contract/dates.ts";
import { decimalOf } from "@plumbline/contract/money.ts";
import type { Member } from "../../auth/members.ts";
import type { Clock } from "../../clock.ts";
import type { AppContext } from "../../context.ts";
import type { Db } from "../../database/database.ts";
import { preparedOn } from "../../database/prepared.ts";
import { openSharedReads, openSharedSums } from "../../http/shared-reads.ts";
import { sources } from "./desk-sources.ts";
import { readFigures } from "./desk-store.ts";
import { promiseOf } from "./queue-actions.ts";

const reads = preparedOn(() => openSharedReads<Desk>());
type Figures = Awaited<ReturnType<typeof readFigures>>;
const sharedFigures = preparedOn(() => openSharedSums<Figures>(({ wayIn: [applied] }) => applied?.count ?? 0));

/** The desk as this member of staff sees it. It is the same for all of a role, so those who look together share it (ADR-020). */
export const readDeskFor = ({ db, clock }: AppContext, { staffRole }: Member): Promise<Desk> => {
  const role = staffRole ?? "read_only";
  return reads(db)(role, () => readDesk(db, clock, role));
};

async function readDesk(db: Db, clock: Clock, role: StaffRole): Promise<Desk> {
  const now = clock.now();
  const from = `${dayInLondon(now).slice(0, 8)}01`;
  const days = await promiseOf(db);
  const open = sources.filter(({ area }) => accessTo(area, role) !== "none");
  const [waiting, { paying, inArrears, income, medianDays, wayIn }] = await Promise.all([
    Promise.all(open.map(({ read }) => read({ db, now, days }))),
    sharedFigures(db)(from, () => readFigures(db, { from, decidedAfter: new Date(now.getTime() - 30 * dayMs) })),
  ]);
  return {
    kinds: open.map(({ name, to }, index) => ({
      name,
      to,
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
