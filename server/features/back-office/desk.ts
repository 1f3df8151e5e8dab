import type { Desk } from "@plumbline/contract/back-office/desk.ts";
import { accessTo } from "@plumbline/contract/back-office/staff-roles.ts";
import { dayInLondon, dayMs } from "@plumbline/contract/dates.ts";
import { decimalOf } from "@plumbline/contract/money.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { ledgerSums } from "../ledger/store.ts";
import { membershipCounts } from "../membership/counts-store.ts";
import { sources } from "./desk-sources.ts";
import { medianDecisionDays, wayInSince } from "./desk-store.ts";
import { promiseOf } from "./queue-actions.ts";

/** The desk as this member of staff sees it. */
export async function readDeskFor(context: AppContext, reader: Member): Promise<Desk> {
  const { db, clock } = context;
  const now = clock.now();
  const from = `${dayInLondon(now).slice(0, 8)}01`;
  const role = reader.staffRole ?? "read_only";
  const days = await promiseOf(db);
  const open = sources.filter(({ area }) => accessTo(area, role) !== "none");
  const [waiting, members, payments, memberships, median, wayIn] = await Promise.all([
    Promise.all(open.map(({ read }) => read({ db, reader, now, days }))),
    membershipCounts(db),
    ledgerSums(db, "month", { kind: "payment", from }),
    ledgerSums(db, "month", { kind: "membership", from }),
    medianDecisionDays(db, new Date(now.getTime() - 30 * dayMs)),
    wayInSince(db, from),
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
      paying: members.paying,
      paid: decimalOf(payments.total.gross),
      commission: decimalOf(payments.total.ours),
      membership: decimalOf(memberships.total.gross),
      in_arrears: members.inArrears,
      median_days: median,
      promised_days: days,
    },
    way_in: wayIn,
  };
}
