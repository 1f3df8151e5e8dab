import { currentPreference } from "@plumbline/contract/matching/contract.ts";
import { readOwnProfile } from "@plumbline/contract/profiles/contract.ts";
import { redirect, useLoaderData } from "react-router";
import { call } from "../../call.ts";
import { updateSession } from "../../session.ts";
import { titled } from "../../titled.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { PageSkeleton } from "../../ui/skeletons.tsx";
import { Surface, WithSidebar } from "../../ui/surface.tsx";
import { greeting } from "./greeting.ts";
import look from "./member-home.module.css";
import { MembersSections } from "./members-sections.tsx";
import { customerSteps } from "./next-steps.ts";
import { StepsList } from "./steps-list.tsx";
import { membersCopy, whatWaits } from "./told.ts";

export const meta = () => titled("Home");

export async function clientLoader() {
  const [own, waits, copy, preference] = await Promise.all([
    call(readOwnProfile, { params: { role: "customers" } }).catch(() => null),
    whatWaits(),
    membersCopy(),
    call(currentPreference, {}).catch(() => null),
  ]);
  if (own) updateSession({ profileSetup: own.profile_setup, stripeSetup: own.stripe_setup });
  if (own && !(own.profile_setup && own.stripe_setup)) throw redirect("/create-profile/customer");
  return { own, waits, copy, preference };
}

export function HydrateFallback() {
  return <PageSkeleton />;
}

/** Row H-10: what waits for the customer, and the way to the advisors that match. */
export default function CustomerHomePage() {
  const { own, waits, copy, preference } = useLoaderData<typeof clientLoader>();
  const wanted = [...(preference?.expertise_areas ?? []), preference?.industry, preference?.company_size].filter(
    (each) => each != null,
  );
  return (
    <Page title={greeting(own?.profile.name)} sentence={copy.description || "What needs you comes first."}>
      <WithSidebar
        sidebar={
          <Surface tinted>
            <div className={look.panel}>
              <h2>Your matches</h2>
              {wanted.length > 0 ? (
                <p className="small">Matched by {wanted.map(({ name }) => name).join(", ")}.</p>
              ) : (
                <p className="small">
                  Say what you are looking for, and up to eight advisors appear with the reasons why.
                </p>
              )}
              <div className={look.under}>
                <ButtonLink look="line" to="/advisor-list">
                  See your matches
                </ButtonLink>
                <ButtonLink look="quiet" to="/search-advisor">
                  Change Parameters
                </ButtonLink>
              </div>
            </div>
          </Surface>
        }
      >
        <StepsList
          steps={customerSteps(waits)}
          incomplete={waits.incomplete}
          otherwise={{
            text: "Nothing waits for you. Your matched advisors might be worth a conversation.",
            to: "/advisor-list",
            label: "Find An Advisor",
          }}
        />
      </WithSidebar>
      <MembersSections sections={copy.sections} />
    </Page>
  );
}
