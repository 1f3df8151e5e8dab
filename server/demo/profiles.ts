import type { RequestInput } from "@plumbline/contract/endpoint.ts";
import { present } from "@plumbline/contract/present.ts";
import type { saveAdvisorProfile, saveCustomerProfile } from "@plumbline/contract/profiles/contract.ts";
import { sessionsChanged } from "../auth/members.ts";
import type { AppContext } from "../context.ts";
import { updateMember } from "../features/accounts/store.ts";
import { saveProfile } from "../features/profiles/actions.ts";
import { storePhoto } from "../features/profiles/photo.ts";
import { advisorSave, customerSave } from "../features/profiles/wire.ts";
import { citiesOf } from "../features/reference/store.ts";
import { choices, type Person, personOf } from "./people.ts";

type AdvisorBody = RequestInput<typeof saveAdvisorProfile>["body"];
type CustomerBody = RequestInput<typeof saveCustomerProfile>["body"];

/** An advisor's profile, by the names in the reference data; fields that are left out get sensible defaults. */
export type AdvisorStory = {
  headLine?: string;
  description?: string;
  position?: string;
  companyName?: string;
  city?: string;
  address?: [string, string];
  postcode?: string;
  phone?: string;
  feePerDay?: number | null;
  expertise?: string[];
  industries?: string[];
  sizes?: string[];
  experiences?: string[];
  seniorities?: string[];
  availabilities?: string[];
  values?: string[];
  investing?: boolean;
};

/** The body that an advisor's form sends, as it is after validation. */
export async function advisorBody(context: Pick<AppContext, "db">, story: AdvisorStory = {}): Promise<AdvisorBody> {
  const choice = await choices(context.db);
  const all = (list: Parameters<typeof choice>[0], names: readonly string[]) => names.map((name) => choice(list, name));
  const country = choice("countries", "United Kingdom");
  const cityName = story.city ?? "London";
  const { id: city } = present((await citiesOf(context.db, country, cityName))[0], cityName);
  const [address_1, address_2] = story.address ?? ["14 Canal Wharf", "Floor 2"];
  return {
    advisor_profile: {
      head_line: story.headLine ?? "Former COO, three scale-ups to series C",
      description:
        story.description ?? "I help founders put the second floor on: people, cash and the way decisions are made.",
      position_or_title: story.position ?? "Independent adviser",
      phone_number: story.phone ?? "020 7946 0018",
      fee_per_hour: story.feePerDay === null ? null : Math.round((story.feePerDay ?? 1100) * 100),
      expertise_area_ids: all("expertise_areas", story.expertise ?? ["Fundraising", "Finance"]),
      industry_ids: all("industries", story.industries ?? ["Consumer goods"]),
      company_size_ids: all("company_sizes", story.sizes ?? ["11–50 people"]),
      business_experience_ids: all("business_experiences", story.experiences ?? ["Led a start-up to scale-up"]),
      seniority_ids: all("seniorities", story.seniorities ?? ["Executive team"]),
      availability_ids: all("availabilities", story.availabilities ?? ["Two to four days a month"]),
      value_set_ids: all("value_sets", story.values ?? ["Candour", "Rigour"]),
      investment_opportunities_enabled: story.investing ?? false,
    },
    advisor_company: {
      company_name: story.companyName ?? "Osei Advisory",
      country_id: country,
      city_id: city,
      address_1,
      address_2,
      postcode: story.postcode ?? "E2 8HD",
    },
  };
}

/** Saves an advisor's profile, which is set up afterwards. */
export async function completeAdvisor(context: AppContext, advisor: Person, story: AdvisorStory = {}): Promise<Person> {
  await saveProfile(context, advisor.member, advisorSave(await advisorBody(context, story)));
  return personOf(context, advisor.email);
}

/** The customer's onboarding answers, by the names in the reference data. */
export type CustomerStory = {
  expertise?: string[];
  services?: string[];
  aims?: string[];
  availabilities?: string[];
  raising?: boolean;
  phone?: string;
};

/**
 * The body of `PUT /api/customers/profile` for a story. Throws when a name is in none of the lists of the reference
 * data.
 */
export async function customerBody(context: Pick<AppContext, "db">, story: CustomerStory = {}): Promise<CustomerBody> {
  const choice = await choices(context.db);
  const all = (list: Parameters<typeof choice>[0], names: readonly string[]) => names.map((name) => choice(list, name));
  return {
    advisory_service_ids: all("advisory_services", story.services ?? ["A project with a clear end"]),
    expertise_area_ids: all("expertise_areas", story.expertise ?? ["Fundraising", "Finance"]),
    investment_aim_ids: all("investment_aims", story.aims ?? ["Hire a senior team"]),
    availability_ids: all("availabilities", story.availabilities ?? ["One day a month"]),
    raising_investment: story.raising ?? true,
    newsletter_subscribed: false,
    ...(story.phone ? { phone_number: story.phone } : {}),
  };
}

/** Saves a customer's onboarding answers, after which the profile is set up. */
export async function answerOnboarding(
  context: AppContext,
  customer: Person,
  story: CustomerStory = {},
): Promise<Person> {
  await saveProfile(context, customer.member, customerSave(await customerBody(context, story)));
  return personOf(context, customer.email);
}

/** Stores a portrait as an upload would; `picture` is any readable image. */
export async function addPhoto(
  context: AppContext,
  { member }: Person,
  picture: Buffer,
  contentType: string,
): Promise<void> {
  await storePhoto(context, member, { content: picture, contentType });
}

/** Sets the payment flag, for tests that do not concern money. */
export async function markPayable(context: AppContext, person: Person, payable = true): Promise<Person> {
  await updateMember(context.db, person.id, { stripeSetup: payable });
  sessionsChanged(context, person.id);
  return personOf(context, person.email);
}
