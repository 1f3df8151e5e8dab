import { type PublicProfile, readPublicProfile } from "@plumbline/contract/profiles/contract.ts";
import { feeText } from "@plumbline/contract/profiles/rules.ts";
import { listAdvisorReviews } from "@plumbline/contract/reviews/contract.ts";
import { call } from "../../call.ts";
import { dotted } from "../../dotted.ts";
import { asFailure } from "../../failure.ts";
import { currentSession } from "../../session.ts";
import { currentMe } from "../../shell/me.ts";
import { titled } from "../../titled.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { Portrait } from "../../ui/portrait.tsx";
import { WithSidebar } from "../../ui/surface.tsx";
import { unbroken } from "../../ui/unbroken.tsx";
import { ReportButton } from "../reports/report-button.tsx";
import type { Route } from "./+types/profile-details-page.ts";
import { AdvisorReviews } from "./advisor-reviews.tsx";
import classes from "./profiles.module.css";

export const meta = () => titled("Profile");

/** Customers see advisors, advisors see customers, and both see themselves as others do. */
export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const mine = currentSession()?.role;
  const id = params.userId ?? "";
  const roles = ["advisors", "customers"] as const;
  // Other members have the other role. While the header does not know the reader yet, a profile that is not found may
  // be their own.
  const ownFirst = id === String(currentMe().id);
  const [first, second] = (mine === "advisor") === ownFirst ? roles : roles.toReversed();
  const read = (role: (typeof roles)[number]) => call(readPublicProfile, { params: { role, id } });
  const found = await read(first).catch(whenNotFound(() => read(second).catch(whenNotFound(() => null))));
  if (!found) return null;
  // The profile is shown without them (row W-08).
  const reviews =
    found.role === "advisor"
      ? await call(listAdvisorReviews, { params: { id: found.id }, query: { page: 1 } }).catch(() => null)
      : null;
  return { member: found, reviews, own: found.role === mine };
}

const whenNotFound =
  <Found,>(otherwise: () => Found) =>
  (error: unknown): Found => {
    if (asFailure(error).status === 404) return otherwise();
    throw error;
  };

/** Rows P-02 to P-04. */
export default function ProfileDetailsPage({ loaderData }: Route.ComponentProps) {
  // Pages that tell of what two members have together lead here, also once one of them is not shown to others any more.
  if (!loaderData)
    return (
      <Page
        title="This profile is not shown"
        sentence="It may be shown again later, or its member may have left. What you have agreed goes on, under Engagements."
        action={<ButtonLink to="/engagements">Engagements</ButtonLink>}
      />
    );
  const { member, reviews, own } = loaderData;
  const { id, role, profile, company } = member;
  const place = dotted(profile.position_or_title ?? profile.job_title?.name, company.company_name, company.city?.name);
  return (
    <Page
      title={profile.name}
      eyebrow={role === "advisor" ? "Advisor" : "Business member"}
      sentence={profile.head_line ?? place}
      back={{
        to: role === "advisor" && !own ? "/advisor-list" : "/",
        text: own ? "Home" : role === "advisor" ? "Your matches" : "Home",
      }}
      action={
        own ? (
          <ButtonLink variant="line" to={`/edit-profile/${role}`}>
            Edit Profile
          </ButtonLink>
        ) : (
          <ButtonLink to={`/messages/${id}`}>Send Message</ButtonLink>
        )
      }
    >
      <WithSidebar sidebar={<Facts member={member} />}>
        <div className={classes.intro}>
          <Portrait name={profile.name} photo={profile.photo_large ?? profile.photo} size={160} />
          <div>
            {profile.head_line && <p className="small">{place}</p>}
            {profile.description && (
              <section>
                <h2>About</h2>
                <p className={classes.about}>{profile.description}</p>
              </section>
            )}
            {role === "advisor" && !profile.description && (
              <p className={classes.about}>This advisor has not written about themselves yet.</p>
            )}
          </div>
        </div>
        <div className={classes.blocks}>
          <Chips title="Areas of expertise" entries={profile.expertise_areas} />
          <Chips
            title="Industries"
            entries={role === "advisor" ? profile.industries : company.industry ? [company.industry] : []}
          />
          {role === "advisor" && <AdvisorReviews reviews={reviews} />}
          {!own && (
            <p className={classes.report}>
              <ReportButton
                thing={{ kind: "profile", id }}
                what={`the profile of ${profile.name}`}
                label="Report this profile"
              />
            </p>
          )}
        </div>
      </WithSidebar>
    </Page>
  );
}

type Entries = readonly { id: number; name: string }[];

function Chips({ title, entries }: { title: string; entries: Entries }) {
  if (entries.length === 0) return null;
  return (
    <section className={classes.block}>
      <h2>{title}</h2>
      <ul className={classes.chips}>
        {entries.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    </section>
  );
}

function Facts({ member: { role, profile, company } }: { member: PublicProfile }) {
  return (
    <div className={classes.side}>
      {role === "advisor" && (
        <section>
          <h2>Fee</h2>
          <p className={classes.fee}>{feeText(profile.fee_per_hour)}</p>
        </section>
      )}
      <Words title="Availability" entries={profile.availabilities} />
      <Words title="Values" entries={profile.value_sets} />
      <Words title="Experience" entries={profile.business_experiences} />
      <Words title="Seniority" entries={profile.seniorities} />
      <Words title="Works with" entries={profile.company_sizes} />
      {role === "customer" && (
        <Words title="Company size" entries={company.company_size ? [company.company_size] : []} />
      )}
    </div>
  );
}

function Words({ title, entries }: { title: string; entries: Entries }) {
  if (entries.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <p>{unbroken(entries.map(({ name }) => name).join(", "))}</p>
    </section>
  );
}
