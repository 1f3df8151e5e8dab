import type { PayoutAccount } from "@plumbline/contract/payouts/contract.ts";
import { Banner } from "../../ui/banner.tsx";
import { SetUpStripe } from "./almost-there.tsx";

/** A connected account that cannot be paid yet: what the provider still needs, and a link to provide it. */
export function PayoutNeeds({ account }: { account: PayoutAccount }) {
  return (
    <Banner tone="wait" title="Your payout account is connected, but it may not be paid yet." action={<SetUpStripe />}>
      {account.requirements.length > 0 ? (
        <>
          Stripe still needs:
          {account.requirements.map((need) => (
            <p key={need}>{need}</p>
          ))}
        </>
      ) : (
        "Stripe is looking at your details. This can take a day or two; we tell you when it is done."
      )}
    </Banner>
  );
}
