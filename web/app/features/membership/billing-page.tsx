import { formatLong } from "@plumbline/contract/dates.ts";
import { defaultCard, listPayments, readMembership } from "@plumbline/contract/membership/contract.ts";
import { formatPounds } from "@plumbline/contract/money.ts";
import { Link, useRevalidator } from "react-router";
import { call } from "../../call.ts";
import { asFailure } from "../../failure.ts";
import { updateSession } from "../../session.ts";
import { titled } from "../../titled.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Surface, WithSidebar } from "../../ui/surface.tsx";
import { ProviderAge } from "../payment/provider-age.tsx";
import { BillingTabs } from "../spending/billing-tabs.tsx";
import type { Route } from "./+types/billing-page.ts";
import classes from "./billing.module.css";
import { CardOnFile } from "./card-on-file.tsx";
import { PaymentBanners } from "./payment-banners.tsx";
import { PaymentsTable } from "./payments-table.tsx";

export const meta = () => titled("Billing");

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const page = Number(new URL(request.url).searchParams.get("page") ?? 1) || 1;
  const [card, payments, membership] = await Promise.all([
    call(defaultCard, {}).catch(notToldYet),
    call(listPayments, { query: { page } }),
    call(readMembership, {}),
  ]);
  updateSession({ stripeSetup: membership.stripe_setup });
  return { card, payments, membership };
}

/**
 * The card is unknown until the provider has reported it, which is after an upgrade; the rest of the page is shown
 * without it.
 */
function notToldYet(error: unknown): undefined {
  if (asFailure(error).status !== 503) throw error;
}

/** Rows B-09 to B-11: all payments, and the card that pays. */
export default function BillingPage({ loaderData }: Route.ComponentProps) {
  const { card, payments, membership } = loaderData;
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
                  ? `Next payment: ${formatPounds(next.amount)} on ${formatLong(next.date)}.`
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
        {payments.pagination.total_count === 0 ? (
          <EmptyState
            title="Nothing was billed yet"
            text="Bills of your membership and invoices of your advisors appear here, each with its receipt."
          />
        ) : (
          <>
            <PaymentsTable rows={payments.entries} />
            <Pager {...payments.pagination} />
          </>
        )}
      </WithSidebar>
    </Page>
  );
}
