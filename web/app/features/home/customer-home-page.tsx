import { currentPreference, matchedAdvisors } from "@plumbline/contract/matching/contract.ts";
import { readMembership } from "@plumbline/contract/membership/contract.ts";
import { readOwnProfile } from "@plumbline/contract/profiles/contract.ts";
import { redirect } from "react-router";
import { call } from "../../call.ts";
import { updateSession } from "../../session.ts";
import { titled } from "../../titled.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { PageSkeleton } from "../../ui/skeletons.tsx";
import { Surface } from "../../ui/surface.tsx";
import { unbroken } from "../../ui/unbroken.tsx";
import { FirstMatches, MatchesInBrief } from "../matching/first-matches.tsx";
import type { Route } from "./+types/customer-home-page.ts";
import { customerPath } from "./getting-started.ts";
import classes from "./member-home.module.css";
import { MemberHome } from "./member-home.tsx";
import { customerSteps, customerSuggestion } from "./next-steps.ts";
import { loadOverview, membersCopy } from "./overview.ts";

export const meta = () => titled("Home");

const shownMatches = 4;

export async function clientLoader() {
  const [own, waits, membership, copy, preference, matches] = await Promise.all([
    call(readOwnProfile, { params: { role: "customers" } }).catch(() => null),
    loadOverview("customer"),
    call(readMembership, {}).catch(() => null),
    membersCopy("customer"),
    call(currentPreference, {}).catch(() => null),
    call(matchedAdvisors, { query: { limit: shownMatches } }).catch(() => null),
  ]);
  if (own) updateSession({ profileSetup: own.profile_setup, stripeSetup: own.stripe_setup });
  if (own && !(own.profile_setup && own.stripe_setup)) throw redirect("/create-profile/customer");
  return { own, waits, membership, copy, preference, matches };
}

export function HydrateFallback() {
  return <PageSkeleton />;
}

/**
 * Row H-10: the customer's next steps, and the advisors that match; H-17: until a first engagement is agreed, the matches
 * come first, with the path to it.
 */
export default function CustomerHomePage({ loaderData }: Route.ComponentProps) {
  const { own, waits, membership, copy, preference, matches } = loaderData;
  const path = customerPath({ own, preference, ...waits });
  return (
    <MemberHome
      name={own?.profile.name}
      copy={copy}
      sentence={path && firstSentence(matches?.length ?? 0, own?.company.company_name)}
      path={path}
      beside={path ? null : <Beside matches={matches} preference={preference} />}
      steps={customerSteps(waits, membership)}
      incomplete={waits.incomplete || membership === null}
      otherwise={customerSuggestion(own?.standing ?? "open")}
    >
      {path && <First matches={matches} />}
    </MemberHome>
  );
}

type Matches = Route.ComponentProps["loaderData"]["matches"];

function firstSentence(count: number, company: string | null | undefined): string | null {
  if (count === 0) return null;
  const advisors = ["this advisor looks", "these two look", "these three look", "these four look"][count - 1];
  return `From what you told us, ${advisors} right for ${company ?? "your business"}.`;
}

/** What a new customer sees first: the best matches, or what they need to appear. */
function First({ matches }: { matches: Matches }) {
  const found = matches ?? [];
  return (
    <section aria-labelledby="matches">
      <h2 id="matches">Your first matches</h2>
      {matches === null ? (
        <p className={classes.nothing}>Your matches did not load. Reload the page to try again.</p>
      ) : found.length === 0 ? (
        <p className={classes.nothing}>
          Nobody matches yet. Say what you are looking for, and up to eight advisors appear with the reasons why.
        </p>
      ) : (
        <FirstMatches found={found} />
      )}
      <div className={classes.beyond}>
        {found.length > 0 && <ButtonLink to="/advisor-list">See all your matches</ButtonLink>}
        <ButtonLink variant={found.length > 0 ? "quiet" : "primary"} to="/search-advisor">
          {found.length > 0 ? "Change what you look for" : "Say what you look for"}
        </ButtonLink>
      </div>
    </section>
  );
}

/** The best matches in brief, beside what waits. */
function Beside({ matches, preference }: Pick<Route.ComponentProps["loaderData"], "matches" | "preference">) {
  const wanted = [...(preference?.expertise_areas ?? []), preference?.industry, preference?.company_size].filter(
    (each) => each != null,
  );
  return (
    <Surface tinted>
      <div className={classes.panel}>
        <h2>Your matches</h2>
        {wanted.length > 0 ? (
          <p className="small">{unbroken(`Matched by ${wanted.map(({ name }) => name).join(", ")}.`)}</p>
        ) : (
          <p className="small">Say what you are looking for, and up to eight advisors appear with the reasons why.</p>
        )}
        {matches && matches.length > 0 && <MatchesInBrief found={matches.slice(0, 3)} />}
        <div className={classes.under}>
          <ButtonLink variant="line" to="/advisor-list">
            See your matches
          </ButtonLink>
          <ButtonLink variant="quiet" to="/search-advisor">
            Change Parameters
          </ButtonLink>
        </div>
      </div>
    </Surface>
  );
}
