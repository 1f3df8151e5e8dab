import type { Day } from "@plumbline/contract/dates.ts";
import type { Earnings, Payout } from "@plumbline/contract/earnings/contract.ts";
import {
  type Amounts,
  type EarningSums,
  earningsByMonth,
  failureInWords,
  type Month,
  nextPayout,
  scheduleInWords,
  sumsOf,
} from "@plumbline/contract/earnings/rules.ts";
import { invoiceNumber } from "@plumbline/contract/invoices/rules.ts";
import { decimalOf, split } from "@plumbline/contract/money.ts";
import { isoOf } from "../../database/database.ts";
import type { EarningsSummary, Part, PayoutPart, ShownPayout } from "./reading-store.ts";

type Open = {
  unpaid: { count: number; yoursPence: number; due: Day | null };
  toInvoice: { count: number; pence: number };
  /** The commission of today, in percent. */
  commission: number;
};

export function earningsView(
  { reading, months, waiting, paidOutThisYear, arriving, disputed }: EarningsSummary,
  { unpaid, toInvoice, commission }: Open,
  { today, until }: { today: Day; until: Month },
): Earnings {
  const schedule = reading?.schedule ?? null;
  const payout = schedule && nextPayout(schedule, waiting, today);
  return {
    as_of: reading?.askedAt ? isoOf(reading.askedAt) : null,
    schedule: scheduleInWords(schedule),
    arriving: arriving && { on: arriving.on, amount: decimalOf(arriving.pence) },
    next_payout: payout && { on: payout.on, amount: decimalOf(payout.pence) },
    total: sumsView(sumsOf(months)),
    paid_out_this_year: decimalOf(paidOutThisYear),
    unpaid: { count: unpaid.count, yours: decimalOf(unpaid.yoursPence), due: unpaid.due },
    commission_percent: commission,
    // The engagement has no invoice yet, so the commission is at today's rate.
    to_invoice: {
      count: toInvoice.count,
      yours: decimalOf(split(toInvoice.pence, commission).advisorAmount),
    },
    disputed: { count: disputed.count, yours: decimalOf(disputed.net) },
    since: months.map(({ month }) => month).sort()[0] ?? null,
    months: earningsByMonth(months, until).map(({ month, ...sums }) => ({ month, ...sumsView(sums) })),
  };
}

const amountsView = ({ gross, commission, net }: Amounts) => ({
  gross: decimalOf(gross),
  commission: decimalOf(commission),
  yours: decimalOf(net),
});

const sumsView = (sums: EarningSums) => ({
  ...amountsView(sums),
  paid_out: decimalOf(sums.paidOut),
  on_its_way: decimalOf(sums.onItsWay),
});

/** A payout with its parts. It has none when all its money comes from business that the account does elsewhere. */
export function payoutView(payout: ShownPayout, parts: readonly PayoutPart[]): Payout {
  const [first] = parts;
  const all = { gross: first?.allGross ?? 0, commission: first?.allCommission ?? 0, net: first?.allNet ?? 0 };
  return {
    id: payout.id,
    status: payout.status,
    created_at: payout.createdAt.toISOString(),
    arrives_on: payout.arrivesOn,
    amount: decimalOf(payout.amountPence),
    ...amountsView(all),
    other: decimalOf(payout.contentsKnown ? payout.amountPence - all.net : 0),
    failure: payout.status === "failed" ? failureInWords(payout.failure) : null,
    carried_on: payout.carriedOn,
    itemised: payout.automatic,
    parts: parts.map(partView),
    parts_count: first?.count ?? 0,
  };
}

/** A line of a payout or of a statement. */
export function partView({ invoice, movedOn, type, dispute, ...pence }: Part) {
  return {
    invoice: { ...invoice, number: invoiceNumber(invoice.number) },
    date: movedOn,
    kind: kindOf(type),
    ...amountsView({ gross: pence.grossPence, commission: pence.commissionPence, net: pence.netPence }),
    dispute: dispute?.state ?? null,
  };
}

function kindOf(type: string): Payout["parts"][number]["kind"] {
  if (type.startsWith("application_fee")) return "commission_back";
  return type === "payment" ? "payment" : "given_back";
}
