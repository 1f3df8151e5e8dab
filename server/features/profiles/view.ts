import { decimalOf } from "@plumbline/contract/money.ts";
import { present } from "@plumbline/contract/present.ts";
import type { OwnProfile, PublicProfile } from "@plumbline/contract/profiles/contract.ts";
import { memberRole } from "../../auth/member-role.ts";
import type { AppContext } from "../../context.ts";
import { type FileRow, filesOf } from "../../files/files.ts";
import { choicesIn } from "./choices-in.ts";
import type { MemberWithProfile, ProfileRow } from "./store.ts";

type Dependencies = Pick<AppContext, "references" | "db" | "fileAddresses">;

export async function ownView(
  context: Dependencies,
  found: MemberWithProfile,
  membership: OwnProfile["current_package"],
): Promise<OwnProfile> {
  const { member, profile: row } = found;
  const { one, several, ...shared } = sharedView(context, found, await lookUp(context, [row]));
  return {
    id: member.id,
    email: member.email,
    role: memberRole(member),
    profile_setup: member.profileSetup,
    stripe_setup: member.stripeSetup,
    standing: member.standing,
    current_package: membership,
    profile: {
      ...shared.profile,
      version: row.version,
      phone_number: row.phoneNumber,
      linkedin_profile_url: row.linkedinProfileUrl,
      based_in_uk: row.basedInUk,
      classification_type: one(row.classificationTypeId),
      advisory_experience: row.advisoryExperience,
      origin: row.origin,
      value_set: one(row.valueSetId),
      newsletter_subscribed: row.newsletterSubscribed,
      investment_or_revenue: one(row.investmentOrRevenueId),
      annual_revenue: one(row.annualRevenueId),
      yearly_budget: one(row.yearlyBudgetId),
      raising_investment: row.raisingInvestment,
      investment_aims: several(row.investmentAimIds),
      advisory_services: several(row.advisoryServiceIds),
    },
    company: { ...shared.company, address_1: row.address1, address_2: row.address2, postcode: row.postcode },
  };
}

export async function publicView(context: Dependencies, found: MemberWithProfile): Promise<PublicProfile> {
  return present((await publicViews(context, [found]))[0]);
}

/** Several members as others see them, with two look-ups in all. */
export async function publicViews(
  context: Dependencies,
  found: readonly MemberWithProfile[],
): Promise<PublicProfile[]> {
  const known = await lookUp(
    context,
    found.map(({ profile }) => profile),
  );
  return found.map((each) => {
    const { member } = each;
    const { profile, company } = sharedView(context, each, known);
    const { id, profileSetup: profile_setup, stripeSetup: stripe_setup } = member;
    return { id, role: memberRole(member), profile_setup, stripe_setup, profile, company };
  });
}

type LookedUp = { names: ReadonlyMap<number, string>; photos: readonly FileRow[] };

async function lookUp(context: Dependencies, rows: readonly ProfileRow[]): Promise<LookedUp> {
  return {
    names: await context.references.namesOf(context.db, rows.flatMap(choicesIn)),
    photos: await filesOf(
      context.db,
      rows.flatMap((row) => [row.photoId, row.largePhotoId]).filter((id) => id !== null),
    ),
  };
}

function sharedView(context: Dependencies, { member, profile: row }: MemberWithProfile, { names, photos }: LookedUp) {
  const one = (id: number | null) => {
    const name = id === null ? undefined : names.get(id);
    return id === null || name === undefined ? null : { id, name };
  };
  const several = (ids: readonly number[]) => ids.flatMap((id) => one(id) ?? []);
  const photo = (id: number | null) => {
    const file = photos.find((each) => each.id === id);
    return file ? context.fileAddresses(file) : null;
  };
  return {
    one,
    several,
    profile: {
      name: row.name,
      photo: photo(row.photoId),
      photo_large: photo(row.largePhotoId) ?? photo(row.photoId),
      head_line: row.headLine,
      description: row.description,
      job_title: one(row.jobTitleId),
      position_or_title: row.positionOrTitle,
      expertise_areas: several(row.expertiseAreaIds),
      industries: several(row.industryIds),
      company_sizes: several(row.companySizeIds),
      availabilities: several(row.availabilityIds),
      value_sets: several(row.valueSetIds),
      seniorities: several(row.seniorityIds),
      business_experiences: several(row.businessExperienceIds),
      fee_per_hour: row.feePence === null ? null : decimalOf(row.feePence),
      investment_opportunities_enabled: row.investmentOpportunitiesEnabled,
      user_role: memberRole(member),
    },
    company: {
      company_name: row.companyName,
      country: one(row.countryId),
      city: one(row.cityId),
      company_size: one(row.companySizeId),
      industry: one(row.industryId),
    },
  };
}
