import { myMatches } from "@plumbline/contract/matching/contract.ts";
import { authorizePayout } from "@plumbline/contract/payouts/contract.ts";
import { readOwnProfile } from "@plumbline/contract/profiles/contract.ts";
import { useEffect } from "react";
import { redirect, useLoaderData } from "react-router";
import { call } from "../../call.ts";
import { asFailure, failureLines } from "../../failure.ts";
import { keepPayoutReturn, takePayoutReturn } from "../../payout-return.ts";
import { updateSession } from "../../session.ts";
import { titled } from "../../titled.ts";
import { Banner } from "../../ui/banner.tsx";
import { Page } from "../../ui/page.tsx";
import { PageSkeleton } from "../../ui/skeletons.tsx";
import { Surface, WithSidebar } from "../../ui/surface.tsx";
import { SetUpStripe } from "../profiles/almost-there.tsx";
import { greeting } from "./greeting.ts";
import look from "./member-home.module.css";
import { MembersSections } from "./members-sections.tsx";
import { advisorSteps } from "./next-steps.ts";
import { StepsList } from "./steps-list.tsx";
import { membersCopy, whatWaits } from "./told.ts";
import { WeekOfMatches } from "./week-of-matches.tsx";

export const meta = () => titled("Home");

export async function clientLoader() {
  const payout = await finishPayout();
  const [own, waits, copy, matches] = await Promise.all([
    call(readOwnProfile, { params: { role: "advisors" } }).catch(() => null),
    whatWaits(),
    membersCopy(),
    call(myMatches, {}).catch(() => null),
  ]);
  if (own) updateSession({ profileSetup: own.profile_setup, stripeSetup: own.stripe_setup });
  if (own && !payout?.trouble && !(own.profile_setup && own.stripe_setup)) throw redirect("/create-profile/advisor");
  return { payout, own, waits, copy, matches };
}

type PayoutOutcome = { trouble: string | null };
/** Said until the page is left: a live update loads the page again, and the code is gone by then. */
let outcome: Promise<PayoutOutcome> | null = null;

/** Rows: the code that the payout provider sent along is submitted once. */
async function finishPayout(): Promise<PayoutOutcome | null> {
  const back = takePayoutReturn();
  if (back) outcome = authorized(back);
  return outcome;
}

async function authorized(back: { code: string; state: string }): Promise<PayoutOutcome> {
  try {
    const { stripe_setup, account } = await call(authorizePayout, { body: { ...back, user_type: "advisor" } });
    updateSession({ stripeSetup: stripe_setup });
    if (stripe_setup) return { trouble: null };
    const needs =
      account.requirements.length > 0 ? ` It still asks for: ${account.requirements.join(", ").toLowerCase()}.` : "";
    return { trouble: `Your account is connected, but the payment provider does not pay it yet.${needs}` };
  } catch (error) {
    const failure = asFailure(error);
    // It never arrived, so it may be sent again.
    if (failure.status === 0) keepPayoutReturn(back.code, back.state);
    return { trouble: Object.values(failure.errors).flat().join(" ") || failureLines(failure).join(" ") };
  }
}

export function HydrateFallback() {
  return <PageSkeleton />;
}

/** Row H-10: what waits for the advisor, and how they matched this week. */
export default function AdvisorHomePage() {
  const { payout, own, waits, copy, matches } = useLoaderData<typeof clientLoader>();
  useEffect(
    () => () => {
      outcome = null;
    },
    [],
  );
  return (
    <Page title={greeting(own?.profile.name)} sentence={copy.description || "What needs you comes first."}>
      {payout && (
        <div className={look.banner}>
          {payout.trouble ? (
            <Banner tone="bad" title="Your payout account is not connected yet">
              <p>{payout.trouble}</p>
              <SetUpStripe />
            </Banner>
          ) : (
            <Banner title="Your payout account is connected">
              <p>You can be paid, you can write to your customers, and you appear in matches from now on.</p>
            </Banner>
          )}
        </div>
      )}
      <WithSidebar
        sidebar={
          <Surface tinted>
            <WeekOfMatches matches={matches} />
          </Surface>
        }
      >
        <StepsList
          steps={advisorSteps(waits)}
          incomplete={waits.incomplete}
          otherwise={{
            text: "Nothing waits for you. A proposal to a customer you are talking to might be a good idea.",
            to: "/create-project",
            label: "Write a proposal",
          }}
        />
      </WithSidebar>
      <MembersSections sections={copy.sections} />
    </Page>
  );
}
