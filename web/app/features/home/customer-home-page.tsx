import { currentPreference } from "@plumbline/contract/matching/contract.ts";
import { readOwnProfile } from "@plumbline/contract/profiles/contract.ts";
import { redirect } from "react-router";
import { call } from "../../call.ts";
import { updateSession } from "../../session.ts";
import { titled } from "../../titled.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { PageSkeleton } from "../../ui/skeletons.tsx";
import type { Route } from "./+types/customer-home-page.ts";
import classes from "./member-home.module.css";
import { MemberHome } from "./member-home.tsx";
import { customerSteps } from "./next-steps.ts";
import { loadOverview, membersCopy } from "./overview.ts";

export const meta = () => titled("Home");

export async function clientLoader() {
  const [own, waits, copy, preference] = await Promise.all([
    call(readOwnProfile, { params: { role: "customers" } }).catch(() => null),
    loadOverview(),
    membersCopy("customer"),
    call(currentPreference, {}).catch(() => null),
  ]);
  if (own) updateSession({ profileSetup: own.profile_setup, stripeSetup: own.stripe_setup });
  if (own && !(own.profile_setup && own.stripe_setup)) throw redirect("/create-profile/customer");
  return { own, waits, copy, preference };
}

export function HydrateFallback() {
  return <PageSkeleton />;
}

/** Row H-10: the customer's next steps, and the link to the matching advisors. */
export default function CustomerHomePage({ loaderData }: Route.ComponentProps) {
  const { own, waits, copy, preference } = loaderData;
  const wanted = [...(preference?.expertise_areas ?? []), preference?.industry, preference?.company_size].filter(
    (each) => each != null,
  );
  return (
    <MemberHome
      name={own?.profile.name}
      copy={copy}
      panel={
        <div className={classes.panel}>
          <h2>Your matches</h2>
          {wanted.length > 0 ? (
            <p className="small">Matched by {wanted.map(({ name }) => name).join(", ")}.</p>
          ) : (
            <p className="small">Say what you are looking for, and up to eight advisors appear with the reasons why.</p>
          )}
          <div className={classes.under}>
            <ButtonLink variant="line" to="/advisor-list">
              See your matches
            </ButtonLink>
            <ButtonLink variant="quiet" to="/search-advisor">
              Change Parameters
            </ButtonLink>
          </div>
        </div>
      }
      steps={customerSteps(waits)}
      incomplete={waits.incomplete}
      otherwise={{
        text: "Nothing waits for you. Your matched advisors might be worth a conversation.",
        to: "/advisor-list",
        label: "Find An Advisor",
      }}
    />
  );
}
