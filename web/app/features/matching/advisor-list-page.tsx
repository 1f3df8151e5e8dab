import { currentPreference, matchedAdvisors } from "@plumbline/contract/matching/contract.ts";
import { sortedMatches } from "@plumbline/contract/matching/rules.ts";

import { redirect, type ShouldRevalidateFunctionArgs, useSearchParams } from "react-router";
import { call } from "../../call.ts";
import { asFailure } from "../../failure.ts";
import { updateSession } from "../../session.ts";
import { titled } from "../../titled.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Page } from "../../ui/page.tsx";
import { PageSkeleton } from "../../ui/skeletons.tsx";
import type { Route } from "./+types/advisor-list-page.ts";
import { AdvisorMatch } from "./advisor-match.tsx";
import classes from "./matching.module.css";
import { RequestBox } from "./request-box.tsx";
import { SortLinks, sortingOf } from "./sort-links.tsx";

export const meta = () => titled("Your Top Matched Advisors");

/** Row S-09: without a membership it redirects to choosing one, also when this browser does not know of its end yet. */
export async function clientLoader() {
  const [preference, matches] = await Promise.all([
    call(currentPreference, {}).catch(() => null),
    call(matchedAdvisors, {}).then(
      (found) => ({ found, failure: null }),
      (error) => ({ found: [], failure: asFailure(error) }),
    ),
  ]);
  if (matches.failure?.status === 409) {
    updateSession({ stripeSetup: false });
    throw redirect("/create-profile/customer");
  }
  return { preference, ...matches };
}

/** Another order needs no other data. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return currentUrl.search === nextUrl.search && defaultShouldRevalidate;
}

export function HydrateFallback() {
  return <PageSkeleton />;
}

/** Rows S-05 to S-09: at most eight advisors, best first, each with the components of its score. */
export default function AdvisorListPage({ loaderData }: Route.ComponentProps) {
  const { preference, found, failure } = loaderData;
  const [search] = useSearchParams();
  const sorting = sortingOf(search);
  const wanted = [...(preference?.expertise_areas ?? []), preference?.industry, preference?.company_size].filter(
    (each) => each != null,
  );
  const complete = preference?.industry && preference.company_size && preference.expertise_areas.length > 0;
  return (
    <Page
      title="Your Top Matched Advisors"
      sentence={
        wanted.length > 0 ? (
          <span className={classes.wanted}>
            <span className="visually-hidden">Matched by </span>
            {wanted.map(({ id, name }) => (
              <span key={id} className={classes.chip}>
                {name}
              </span>
            ))}
          </span>
        ) : undefined
      }
      action={
        <ButtonLink variant="line" to="/search-advisor">
          Change Parameters
        </ButtonLink>
      }
    >
      {failure ? (
        <ErrorState title="Your matches did not load" failure={failure} />
      ) : found.length === 0 ? (
        <EmptyState
          title={complete ? "Nobody matches yet" : "Tell us what you are looking for"}
          text={
            complete
              ? "No advisor here covers these areas yet. Choose others, or tell us below in your own words."
              : "Choose the areas of expertise, the industry and the business size, and the advisors that fit appear here."
          }
          action={<ButtonLink to="/search-advisor">{complete ? "Change Parameters" : "Choose parameters"}</ButtonLink>}
        />
      ) : (
        <>
          {found.length > 1 && <SortLinks current={sorting} />}
          <ol className={classes.list}>
            {sortedMatches(found, sorting).map((advisor) => (
              <AdvisorMatch key={advisor.id} advisor={advisor} />
            ))}
          </ol>
        </>
      )}
      <RequestBox />
    </Page>
  );
}
