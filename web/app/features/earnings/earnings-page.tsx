import { dayInLondon, daysBetween, formatLong } from "@plumbline/contract/dates.ts";
import { type Earnings, listPayouts, readEarnings } from "@plumbline/contract/earnings/contract.ts";
import { formatPounds } from "@plumbline/contract/money.ts";
import { call } from "../../call.ts";
import { filtersIn } from "../../list-filters.ts";
import { titled } from "../../titled.ts";
import { Banner } from "../../ui/banner.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { MonthsNav } from "../../ui/months-nav.tsx";
import { Page } from "../../ui/page.tsx";
import { type Sum, Sums } from "../../ui/sums.tsx";
import { unbroken } from "../../ui/unbroken.tsx";
import { ProviderAge } from "../payment/provider-age.tsx";
import type { Route } from "./+types/earnings-page.ts";
import classes from "./earnings.module.css";
import { EarningsByMonth } from "./earnings-by-month.tsx";
import { MoneyTabs } from "./money-tabs.tsx";
import { nextMoney } from "./next-money.ts";
import { PayoutsList, payoutsPlace } from "./payouts-list.tsx";

export const meta = () => titled("Earnings");

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const months = filtersIn(readEarnings, request);
  const [earnings, payouts] = await Promise.all([
    call(readEarnings, { query: months }),
    call(listPayouts, { query: filtersIn(listPayouts, request, { before: payoutsPlace }) }),
  ]);
  return { earnings, payouts, past: months.until !== undefined };
}

/** What an advisor's work has brought in, and where the money is (decision 61). */
export default function EarningsPage({ loaderData }: Route.ComponentProps) {
  const { earnings, payouts, past } = loaderData;
  const { total, months, as_of: asOf } = earnings;
  const nothingYet = total.gross === 0 && payouts.entries.length === 0;
  return (
    <Page
      title="Earnings"
      sentence={`What your work has brought in, after commission: ${earnings.commission_percent}% of what is agreed today. ${earnings.schedule}`}
      action={
        !nothingYet && (
          <ButtonLink variant="line" to="/earnings/statements">
            Download a statement
          </ButtonLink>
        )
      }
    >
      <MoneyTabs current="/earnings" />
      <Attention earnings={earnings} />
      <Sums sums={sumsOf(earnings)} />
      {nothingYet ? (
        <EmptyState
          title="Nothing has been paid yet"
          text="When a customer pays an invoice of yours, your share goes to your Stripe account and from there to your bank. Both appear here, by month and by payout."
          action={
            earnings.to_invoice.count > 0 ? (
              <ButtonLink to="/create-invoice">New Invoice</ButtonLink>
            ) : (
              <ButtonLink to="/engagements">See your engagements</ButtonLink>
            )
          }
        />
      ) : (
        <>
          <section className={classes.section}>
            <h2>By month</h2>
            <EarningsByMonth months={months} />
            <MonthsNav months={months} past={past} keep={payoutsPlace} />
          </section>
          <PayoutsList {...payouts} />
          {asOf && <ProviderAge asOf={asOf} />}
        </>
      )}
    </Page>
  );
}

function sumsOf(earnings: Earnings): Sum[] {
  const { paid_out_this_year, total, unpaid, to_invoice: toInvoice } = earnings;
  return [
    { name: "Paid out this year", pounds: paid_out_this_year },
    {
      name: "On its way",
      pounds: total.on_its_way,
      note: unbroken(nextMoney(earnings)),
    },
    {
      name: "Invoiced, not yet paid",
      pounds: unpaid.yours,
      note: unpaid.due && `${counted(unpaid.count, "invoice")}, ${dueIn(unpaid.due)}`,
    },
    {
      name: "Agreed, still to invoice",
      pounds: toInvoice.yours,
      note: toInvoice.count > 0 && `in ${counted(toInvoice.count, "engagement")}`,
    },
  ];
}

/** What is not as one would hope: money owed to the balance, and payments that a bank may take back. */
function Attention({ earnings: { total, disputed } }: { earnings: Earnings }) {
  return (
    <>
      {total.on_its_way < 0 && (
        <Banner tone="wait" title={`Your Stripe balance is ${formatPounds(-total.on_its_way)} short`}>
          <p>More was given back to customers than your balance held. It is made up from your next payments.</p>
        </Banner>
      )}
      {disputed.count > 0 && (
        <Banner tone="wait" title={`${counted(disputed.count, "payment")} of yours disputed at the bank`}>
          <p>
            {formatPounds(disputed.yours)} of your earnings may be asked back if the bank decides for the customer.
            Until then the money stays where it is.
          </p>
        </Banner>
      )}
    </>
  );
}

const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? "" : "s"}`;

function dueIn(due: string): string {
  const days = daysBetween(dayInLondon(new Date()), due);
  if (days < 0) return `overdue since ${formatLong(due)}`;
  return days === 0 ? "due today" : `due in ${counted(days, "day")}`;
}
