import { readEarnings } from "@plumbline/contract/earnings/contract.ts";
import { myMatches } from "@plumbline/contract/matching/contract.ts";
import { authorizePayout, type PayoutAccount } from "@plumbline/contract/payouts/contract.ts";
import { readOwnProfile } from "@plumbline/contract/profiles/contract.ts";
import { useEffect } from "react";
import { redirect, useRevalidator } from "react-router";
import { call } from "../../call.ts";
import { asFailure, failureLines, isPassing } from "../../failure.ts";
import { showOutcome, storePayoutReturn, takePayoutReturn } from "../../payout-return.ts";
import { updateSession, useSession } from "../../session.ts";
import { titled } from "../../titled.ts";
import { Banner } from "../../ui/banner.tsx";
import { PageSkeleton } from "../../ui/skeletons.tsx";
import { ActionButton } from "../../ui/submit-button.tsx";
import { Surface } from "../../ui/surface.tsx";
import { EarningsGlance } from "../earnings/earnings-glance.tsx";
import { useTerms } from "../payment/terms.ts";
import { SetUpStripe } from "../profiles/almost-there.tsx";
import { PayoutNeeds } from "../profiles/payout-needs.tsx";
import type { Route } from "./+types/advisor-home-page.ts";
import { FoundByCustomers } from "./found-by-customers.tsx";
import { advisorPath } from "./getting-started.ts";
import classes from "./member-home.module.css";
import { MemberHome } from "./member-home.tsx";
import { advisorSteps, advisorSuggestion } from "./next-steps.ts";
import { loadOverview, membersCopy } from "./overview.ts";
import { ProfileStrength } from "./profile-strength.tsx";

export const meta = () => titled("Home");

export async function clientLoader() {
  const payout = await finishPayout();
  const [own, waits, copy, matches, earnings] = await Promise.all([
    call(readOwnProfile, { params: { role: "advisors" } }).catch(() => null),
    loadOverview("advisor"),
    membersCopy("advisor"),
    call(myMatches, {}).catch(() => null),
    call(readEarnings, {}).catch(() => null),
  ]);
  if (own) updateSession({ profileSetup: own.profile_setup, stripeSetup: own.stripe_setup });
  if (own && !payout?.unfinished && !(own.profile_setup && own.stripe_setup)) throw redirect("/create-profile/advisor");
  return { payout, own, waits, copy, matches, earnings };
}

/** `unfinished` is why no payout arrives yet: what the connected account lacks, or why none was connected. */
type PayoutOutcome = { unfinished: PayoutAccount | string | null };
/** Kept until the page is left: a live update loads the page again, and the code has been used by then. */
let outcome: Promise<PayoutOutcome> | null = null;

/** Rows: the payout provider's code is submitted once. */
async function finishPayout(): Promise<PayoutOutcome | null> {
  const back = takePayoutReturn();
  if (back) {
    outcome = authorized(back);
    showOutcome(true);
  }
  return outcome;
}

async function authorized(back: { code: string; state: string }): Promise<PayoutOutcome> {
  try {
    const { stripe_setup, account } = await call(authorizePayout, { body: { ...back, user_type: "advisor" } });
    updateSession({ stripeSetup: stripe_setup });
    return { unfinished: stripe_setup ? null : account };
  } catch (error) {
    const failure = asFailure(error);
    // The code was not used, so it may be sent again.
    if (isPassing(failure.status)) storePayoutReturn(back.code, back.state);
    return { unfinished: Object.values(failure.errors).flat().join(" ") || failureLines(failure).join(" ") };
  }
}

export function HydrateFallback() {
  return <PageSkeleton />;
}

/**
 * Row H-10: the advisor's next steps, and how they matched this week; H-17: until a first engagement is agreed, how
 * customers find them comes first, with the path to it.
 */
export default function AdvisorHomePage({ loaderData }: Route.ComponentProps) {
  const { payout, own, waits, copy, matches, earnings } = loaderData;
  const standing = own?.standing ?? "open";
  const path = advisorPath({ own, ...waits }, useTerms()?.commission_percent);
  useEffect(
    () => () => {
      outcome = null;
      showOutcome(false);
    },
    [],
  );
  return (
    <MemberHome
      name={own?.profile.name}
      copy={copy}
      banner={
        payout && (
          <div className={classes.banner}>
            <PayoutOutcomeBanner unfinished={payout.unfinished} />
          </div>
        )
      }
      path={path}
      beside={
        earnings &&
        !path && (
          <Surface tinted>
            <EarningsGlance earnings={earnings} />
          </Surface>
        )
      }
      steps={advisorSteps(waits)}
      incomplete={waits.incomplete}
      otherwise={advisorSuggestion(waits, standing)}
    >
      <FoundByCustomers matches={matches} standing={standing} />
      {matches && <ProfileStrength profile={matches.profile} />}
    </MemberHome>
  );
}

function PayoutOutcomeBanner({ unfinished }: PayoutOutcome) {
  const { revalidate } = useRevalidator();
  const waits = useSession()?.stripeCode;
  if (typeof unfinished === "string")
    return (
      <Banner tone="bad" title="Your payout account is not connected yet">
        <p>{unfinished}</p>
        {waits ? <ActionButton onPress={revalidate}>Try again</ActionButton> : <SetUpStripe />}
      </Banner>
    );
  if (unfinished) return <PayoutNeeds account={unfinished} />;
  return (
    <Banner title="Your payout account is connected">
      <p>You can be paid, you can write to your customers, and you appear in matches from now on.</p>
    </Banner>
  );
}
