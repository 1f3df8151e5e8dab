import { readPayoutAccount } from "@plumbline/contract/payouts/contract.ts";
import { ownTerms } from "@plumbline/contract/prices/contract.ts";
import { product } from "@plumbline/contract/product.ts";
import { call } from "../../call.ts";
import { updateSession } from "../../session.ts";
import { titled } from "../../titled.ts";
import { Badge } from "../../ui/badge.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";
import { MoneyTabs } from "../earnings/money-tabs.tsx";
import { ProviderAge } from "../payment/provider-age.tsx";
import { SetUpStripe } from "../profiles/almost-there.tsx";
import { PayoutNeeds } from "../profiles/payout-needs.tsx";
import type { Route } from "./+types/payouts-page.ts";

export const meta = () => titled("Payouts");

export async function clientLoader() {
  const [account, terms] = await Promise.all([call(readPayoutAccount, {}), call(ownTerms, {})]);
  updateSession({ stripeSetup: account?.payable ?? false });
  return { account, kept: terms.commission_percent };
}

/** The advisor's payout account, and what the provider still needs (row X-04). */
export default function PayoutsPage({ loaderData: { account, kept } }: Route.ComponentProps) {
  return (
    <Page
      title="Payouts"
      sentence={`${100 - kept}% of every invoice that is paid here goes straight to your Stripe account.`}
      badge={
        account && <Badge tone={account.payable ? "calm" : "wait"}>{account.payable ? "Connected" : "Not ready"}</Badge>
      }
    >
      <MoneyTabs current="/payouts" />
      {!account && (
        <EmptyState
          title="No account is connected yet"
          text={`Connect a Stripe account so that ${product} can pay you. You appear in matches as soon as it is connected.`}
          action={<SetUpStripe />}
        />
      )}
      {account && !account.payable && <PayoutNeeds account={account} />}
      {account?.payable && (
        <p>
          You can be paid. Stripe pays out to your bank by its own schedule, which you see and change in your Stripe
          dashboard.
        </p>
      )}
      {account && <ProviderAge asOf={account.as_of} />}
    </Page>
  );
}
