import { formatLong } from "@plumbline/contract/dates.ts";
import {
  defaultCard,
  listPayments,
  paymentsCsv,
  readMembership,
  sumPayments,
} from "@plumbline/contract/membership/contract.ts";
import { paymentLabels, paymentStatuses } from "@plumbline/contract/membership/rules.ts";
import { formatPounds } from "@plumbline/contract/money.ts";
import { Link, useRevalidator } from "react-router";
import { call } from "../../call.ts";
import { asFailure } from "../../failure.ts";
import { filtersIn, isFiltered } from "../../list-filters.ts";
import { saveFile } from "../../save-file.ts";
import { updateSession } from "../../session.ts";
import { titled } from "../../titled.ts";
import { EmptyPage } from "../../ui/empty-page.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FilterBar } from "../../ui/filter-bar.tsx";
import { ListSummary } from "../../ui/list-summary.tsx";
import { NothingFound } from "../../ui/nothing-found.tsx";
import { Page } from "../../ui/page.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Surface, WithSidebar } from "../../ui/surface.tsx";
import { unbroken } from "../../ui/unbroken.tsx";
import { ProviderAge } from "../payment/provider-age.tsx";
import { BillingTabs } from "../spending/billing-tabs.tsx";
import type { Route } from "./+types/billing-page.ts";
import classes from "./billing.module.css";
import { CardOnFile } from "./card-on-file.tsx";
import { PaymentBanners } from "./payment-banners.tsx";
import { PaymentsTable } from "./payments-table.tsx";

export const meta = () => titled("Billing");

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const filters = filtersIn(sumPayments, request);
  const [card, payments, sums, membership] = await Promise.all([
    call(defaultCard, {}).catch(notToldYet),
    call(listPayments, { query: filtersIn(listPayments, request) }),
    call(sumPayments, { query: filters }),
    call(readMembership, {}),
  ]);
  updateSession({ stripeSetup: membership.stripe_setup });
  return { card, payments, sums, filters, membership };
}

/**
 * The card is unknown until the provider has reported it, which is after an upgrade; the rest of the page is shown
 * without it.
 */
function notToldYet(error: unknown): undefined {
  if (asFailure(error).status !== 503) throw error;
}

const choices = [
  {
    name: "kind",
    label: "For",
    all: "All",
    options: [
      { value: "membership", label: "Membership" },
      { value: "engagement", label: "Engagements" },
    ],
  },
  {
    name: "status",
    label: "Status",
    all: "All",
    options: paymentStatuses.map((status) => ({ value: status, label: paymentLabels[status] })),
  },
];

/** Rows B-09 to B-11: all payments, and the card that pays. */
export default function BillingPage({ loaderData }: Route.ComponentProps) {
  const { card, payments, sums, filters, membership } = loaderData;
  const { revalidate } = useRevalidator();
  const { current_package: current, next_payment: next } = membership;
  return (
    <Page title="Billing" sentence="Your membership and your advisors' invoices, all paid with one card.">
      <BillingTabs current="/billing" />
      <PaymentBanners membership={membership} />
      <WithSidebar
        sidebar={
          <>
            <CardOnFile card={card} owed={membership.overdue?.amount ?? null} onSaved={() => void revalidate()} />
            <Surface tinted>
              <p className="eyebrow">Membership</p>
              <p className={classes.plan}>{current?.name ?? "No membership"}</p>
              <p className={classes.small}>
                {next
                  ? unbroken(`Next payment: ${formatPounds(next.amount)} on ${formatLong(next.date)}.`)
                  : current?.cancel_at_period_end && current.current_period_end
                    ? `Ends on ${formatLong(current.current_period_end)}.`
                    : current
                      ? ""
                      : "Choose a plan to search for advisors."}
              </p>
              <Link to="/membership">{current ? "Change or cancel" : "See the plans"}</Link>
            </Surface>
            {(current || card !== null) && <ProviderAge asOf={membership.as_of} />}
          </>
        }
      >
        {sums.count === 0 && !isFiltered(filters) ? (
          <EmptyState
            title="Nothing was billed yet"
            text="Bills of your membership and invoices of your advisors appear here, each with its receipt."
          />
        ) : (
          <>
            <FilterBar label="Filter bills" words="Number, engagement or advisor" choices={choices} days="Billed" />
            <ListSummary
              count={sums.count}
              of={["bill", "bills"]}
              sums={[
                { name: "in all", pounds: sums.total },
                { name: "paid", pounds: sums.paid },
                { name: "to be paid", pounds: sums.unpaid },
                { name: "withdrawn or given back", pounds: sums.other },
              ]}
              onDownload={() => saveFile(paymentsCsv, { query: filters }, "billing.csv")}
            />
            {payments.entries.length > 0 ? (
              <PaymentsTable rows={payments.entries} />
            ) : (
              <EmptyPage>
                <NothingFound of="bills" />
              </EmptyPage>
            )}
            <Pager {...payments.pagination} />
          </>
        )}
      </WithSidebar>
    </Page>
  );
}
