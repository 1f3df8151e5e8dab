import { mondayBefore, mondaysBetween } from "@plumbline/contract/back-office/figures-rules.ts";
import { addDays, type Day, dayInLondon } from "@plumbline/contract/dates.ts";
import type { AppContext } from "../../context.ts";
import { arrearsOfDays } from "../invoices/figures-store.ts";
import { ledgerSumsByKind } from "../ledger/store.ts";
import {
  compareMembers,
  fillingSoFar,
  firstOfAll,
  markWeeks,
  membersAfter,
  staleAll,
  staleWeeks,
  takeWeek,
  waitsOfWeek,
  writeFilling,
  writeWeek,
} from "./counting-store.ts";

type Counting = Pick<AppContext, "db" | "clock">;

/** How many members are compared in one statement. */
const batch = 500;
/** How long a turn of the job goes on, in milliseconds, so that others get theirs. */
const turn = 5000;

/** Counts these members anew: what has changed about them is added, and what was undone is taken off. */
export async function countMembers({ db }: Pick<AppContext, "db">, ids: readonly number[]): Promise<void> {
  await db.transaction((tx) => compareMembers(tx, ids));
}

/**
 * One turn of the job: counts those who were there before the figures, and the weeks in which something has changed.
 */
export async function countWhatWaits(context: Counting, { until = performance.now() + turn } = {}): Promise<void> {
  const { db, clock } = context;
  const thisWeek = mondayBefore(dayInLondon(clock.now()));
  // Some things happen without an event, such as an answer in a conversation or an invoice's day passing.
  await markWeeks(db, [thisWeek, addDays(thisWeek, -7)]);
  await fillMembers(context, until);
  while (performance.now() < until) {
    const weeks = await staleWeeks(db, 20);
    for (const week of weeks) await countWeek(context, week);
    if (weeks.length < 20) return;
  }
}

/** Has everything counted anew by the job's next turns: all members, all weeks. */
async function countAllAnew({ db }: Pick<AppContext, "db">): Promise<void> {
  await staleAll(db);
  await writeFilling(db, { reached: 0, done: false });
}

/** Counts everything at once: for the demo's data, and for npm run figures. */
export async function countEverything(context: Counting): Promise<void> {
  await countAllAnew(context);
  await countWhatWaits(context, { until: Number.POSITIVE_INFINITY });
}

async function fillMembers({ db, clock }: Counting, until: number): Promise<void> {
  let { reached, done } = (await fillingSoFar(db)) ?? { reached: 0, done: false };
  if (done) return;
  if (reached === 0) {
    const first = await firstOfAll(db);
    const today = dayInLondon(clock.now());
    if (first) await markWeeks(db, mondaysBetween(mondayBefore(dayInLondon(first)), mondayBefore(today)));
  }
  while (!done && performance.now() < until) {
    const ids = await membersAfter(db, reached, batch);
    if (ids.length > 0) await countMembers({ db }, ids);
    done = ids.length < batch;
    reached = ids.at(-1) ?? reached;
    await writeFilling(db, { reached, done });
  }
}

async function countWeek({ db, clock }: Counting, week: Day): Promise<void> {
  const days = { from: week, to: addDays(week, 6) };
  const now = clock.now();
  await db.transaction(async (tx) => {
    if (!(await takeWeek(tx, week))) return;
    const moved = await ledgerSumsByKind(tx, days);
    const { pence, count } = await arrearsOfDays(tx, { ...days, today: dayInLondon(now) });
    const of = (amount: "gross" | "ours", ...kinds: string[]) =>
      moved.reduce((sum, row) => (kinds.includes(row.kind) ? sum + row[amount] : sum), 0);
    const paid = ["payment", "refund", "refund_returned"];
    await writeWeek(tx, week, {
      ...(await waitsOfWeek(tx, week)),
      turnoverPence: of("gross", ...paid),
      commissionPence: of("ours", ...paid),
      membershipPence: of("gross", "membership", "membership_refund"),
      disputedPence: -of("gross", "dispute", "dispute_won"),
      arrearsPence: pence,
      arrearsCount: count,
      countedAt: now,
    });
  });
}
