import { decimalOf } from "@plumbline/contract/money.ts";
import type { Spending } from "@plumbline/contract/spending/contract.ts";
import { type MonthlySpending, spendingByMonth, spendingSums } from "@plumbline/contract/spending/rules.ts";
import type { CustomerSpending } from "../invoices/spending-store.ts";
import type { PaidBill } from "../membership/spending-store.ts";

export function spendingView(spending: CustomerSpending, bills: readonly PaidBill[], until: string): Spending {
  const rows: MonthlySpending[] = [
    ...spending.months.map(({ month, paid, back }) => ({ month, paid, givenBack: back, membership: 0 })),
    ...bills.map(({ day, pence }) => ({ month: day.slice(0, 7), paid: 0, givenBack: 0, membership: pence })),
  ];
  return {
    shown: sumsView(spendingSums(rows)),
    to_pay: { count: spending.toPay.count, amount: decimalOf(spending.toPay.pence), due: spending.toPay.due },
    months: spendingByMonth(rows, until).map(({ month, ...sums }) => ({ month, ...sumsView(sums) })),
    by_advisor: spending.advisors.map(({ id, name, ...share }) => ({ id, name, ...shareView(share) })),
    advisors_count: spending.advisorsCount,
    by_engagement: spending.engagements.map(({ id, name, advisor, ...share }) => ({
      id,
      name,
      advisor,
      ...shareView(share),
    })),
    engagements_count: spending.engagementsCount,
  };
}

const sumsView = ({ paid, givenBack, advisors, membership, total }: ReturnType<typeof spendingSums>) => ({
  paid: decimalOf(paid),
  given_back: decimalOf(givenBack),
  advisors: decimalOf(advisors),
  membership: decimalOf(membership),
  total: decimalOf(total),
});

/** What was paid an advisor or for an engagement, in pence, as the response has it. */
export const shareView = ({ paid, back, invoices }: { paid: number; back: number; invoices: number }) => ({
  invoices,
  paid: decimalOf(paid),
  given_back: decimalOf(back),
  advisors: decimalOf(paid - back),
});
