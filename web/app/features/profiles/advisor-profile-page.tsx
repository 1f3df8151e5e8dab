import { readOwnProfile } from "@plumbline/contract/profiles/contract.ts";
import { feeText, joinAddress } from "@plumbline/contract/profiles/rules.ts";
import { call } from "../../call.ts";
import { titled } from "../../titled.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { Portrait } from "../../ui/portrait.tsx";
import type { Route } from "./+types/advisor-profile-page.ts";
import classes from "./profiles.module.css";

export const meta = () => titled("Your profile");

export function clientLoader() {
  return call(readOwnProfile, { params: { role: "advisors" } });
}

/** Row P-07: the summary, with a link to edit it. */
export default function AdvisorProfilePage({ loaderData }: Route.ComponentProps) {
  const { id, email, profile, company } = loaderData;
  const address = [
    joinAddress(company.address_1, company.address_2),
    company.city?.name,
    company.postcode,
    company.country?.name,
  ].filter(Boolean);
  const facts = [
    { term: "Name", text: profile.name },
    { term: "Role", text: "Advisor" },
    { term: "Position", text: [profile.position_or_title, company.company_name].filter(Boolean).join(", ") },
    { term: "Email", text: email },
    { term: "Phone", text: profile.phone_number ?? "" },
    { term: "Address", text: address.join(", ") },
    { term: "Fee", text: feeText(profile.fee_per_hour) },
  ];
  return (
    <Page
      title="Your profile"
      sentence="Your details as we have them. Business members see your public profile: no e-mail, phone or address."
      action={<ButtonLink to="/edit-profile/advisor">Edit Profile</ButtonLink>}
      width="reading"
    >
      <div className={classes.summary}>
        <Portrait name="" photo={profile.photo} size={96} />
        <dl className={classes.facts}>
          {facts.map(({ term, text }) => (
            <div key={term} className={classes.fact}>
              <dt>{term}</dt>
              <dd>{text || <span className="small">Not given</span>}</dd>
            </div>
          ))}
        </dl>
      </div>
      <p className={classes.after}>
        <ButtonLink variant="line" to={`/profile-details/${id}`}>
          See your public profile
        </ButtonLink>{" "}
        <ButtonLink variant="quiet" to="/payouts">
          Payouts
        </ButtonLink>{" "}
        <ButtonLink variant="quiet" to="/notifications/preferences">
          Notifications
        </ButtonLink>
      </p>
    </Page>
  );
}
