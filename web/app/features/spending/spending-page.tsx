import { formatLong, formatMonth } from "@plumbline/contract/dates.ts";
import { firstDayOf, lastDayOf } from "@plumbline/contract/earnings/rules.ts";
import {
  readSpending,
  type Spending,
  spendingByAdvisor,
  spendingByEngagement,
  spendingCsv,
} from "@plumbline/contract/spending/contract.ts";
import { useState } from "react";
import { Link } from "react-router";
import { call } from "../../call.ts";
import type { Failure } from "../../failure.ts";
import { filtersIn } from "../../list-filters.ts";
import { saveFile } from "../../save-file.ts";
import { titled } from "../../titled.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { MonthsNav } from "../../ui/months-nav.tsx";
import { Page } from "../../ui/page.tsx";
import { ActionButton } from "../../ui/submit-button.tsx";
import { Sums } from "../../ui/sums.tsx";
import { unbroken } from "../../ui/unbroken.tsx";
import type { Route } from "./+types/spending-page.ts";
import { BillingTabs } from "./billing-tabs.tsx";
import classes from "./spending.module.css";
import { SpendingByAdvisor, SpendingByEngagement, SpendingByMonth } from "./spending-tables.tsx";

export const meta = () => titled("Spending");

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const months = filtersIn(readSpending, request);
  const byAdvisor = filtersIn(spendingByAdvisor, request, { after: "advisors" });
  const byEngagement = filtersIn(spendingByEngagement, request, { after: "engagements" });
  const [spending, advisors, engagements] = await Promise.all([
    call(readSpending, { query: months }),
    byAdvisor.after ? call(spendingByAdvisor, { query: byAdvisor }) : null,
    byEngagement.after ? call(spendingByEngagement, { query: byEngagement }) : null,
  ]);
  const { by_advisor, advisors_count, by_engagement, engagements_count } = spending;
  return {
    spending,
    advisors: advisors ?? { entries: by_advisor, more: advisors_count > by_advisor.length },
    engagements: engagements ?? { entries: by_engagement, more: engagements_count > by_engagement.length },
    past: months.until !== undefined,
  };
}

/** What a customer has spent in twelve months, and on whom (decision 62). */
export default function SpendingPage({ loaderData }: Route.ComponentProps) {
  const { spending, advisors, engagements, past } = loaderData;
  const [failure, setFailure] = useState<Failure | null>(null);
  const { months, shown, advisors_count, engagements_count } = spending;
  const [first, last] = [months[0]?.month ?? "", months.at(-1)?.month ?? ""];
  const [from, to] = [firstDayOf(first), lastDayOf(last)];
  const nothing = shown.paid === 0 && shown.given_back === 0 && shown.membership === 0;
  return (
    <Page
      title="Spending"
      sentence={`What your advisors and your membership have cost from ${formatMonth(first)} to ${formatMonth(last)}, less what was given back.`}
      action={
        !nothing && (
          <ActionButton
            variant="line"
            onFailure={setFailure}
            onPress={() => {
              setFailure(null);
              return saveFile(spendingCsv, { query: { from, to } }, `spending-${from}-${to}.csv`);
            }}
          >
            Download CSV
          </ActionButton>
        )
      }
    >
      <BillingTabs current="/spending" />
      <FailureNotice failure={failure} />
      <Sums sums={sumsOf(spending)} />
      {nothing && !past ? (
        <EmptyState
          title="Nothing was spent yet"
          text="What you pay your advisors and for your membership appears here by month, by advisor and by engagement."
          action={
            <ButtonLink variant="line" to="/engagements">
              See your engagements
            </ButtonLink>
          }
        />
      ) : (
        <>
          <section className={classes.section}>
            <h2>By month</h2>
            <SpendingByMonth months={months} />
            <MonthsNav months={months} past={past} />
          </section>
          {advisors_count > 0 && (
            <>
              <SpendingByAdvisor {...advisors} count={advisors_count} />
              <SpendingByEngagement {...engagements} count={engagements_count} />
            </>
          )}
        </>
      )}
    </Page>
  );
}

function sumsOf({ shown, to_pay: toPay }: Spending) {
  return [
    { name: "Advisors", pounds: shown.advisors, note: "in these twelve months" },
    { name: "Membership", pounds: shown.membership, note: "in these twelve months" },
    { name: "Given back to you", pounds: shown.given_back, note: "taken off already" },
    {
      name: "To pay now",
      pounds: toPay.amount,
      note: toPay.due && (
        <>
          <Link to="/invoices">{toPay.count === 1 ? "1 invoice" : `${toPay.count} invoices`}</Link>
          {unbroken(`, due ${formatLong(toPay.due)}`)}
        </>
      ),
    },
  ];
}
