import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Received } from "@plumbline/contract/endpoint.ts";
import type { saveAdvisorProfile, saveCustomerProfile } from "@plumbline/contract/profiles/contract.ts";
import { updateMember } from "../features/accounts/store.ts";
import { saveProfile } from "../features/profiles/actions.ts";
import { keepPhoto } from "../features/profiles/photo.ts";
import { advisorSave, customerSave } from "../features/profiles/wire.ts";
import { citiesOf } from "../features/reference/store.ts";
import type { House } from "../house.ts";
import { sessionsChanged } from "../platform/members.ts";
import { choices, type Person, personOf } from "./people.ts";

type AdvisorBody = Received<typeof saveAdvisorProfile>["body"];
type CustomerBody = Received<typeof saveCustomerProfile>["body"];

/** What an advisor tells, by the names of the reference lists; whatever is left out is filled with something sensible. */
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

/** The body an advisor's form would send, as the wire has it after validation. */
export async function advisorBody(house: Pick<House, "db">, story: AdvisorStory = {}): Promise<AdvisorBody> {
  const choice = await choices(house.db);
  const all = (list: Parameters<typeof choice>[0], names: readonly string[]) => names.map((name) => choice(list, name));
  const country = choice("countries", "United Kingdom");
  const city = (await citiesOf(house.db, country, story.city ?? "London"))[0]?.id as number;
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

/** An advisor tells their story: the profile is set up from then on. */
export async function completeAdvisor(house: House, advisor: Person, story: AdvisorStory = {}): Promise<Person> {
  await saveProfile(house, advisor.member, advisorSave(await advisorBody(house, story)));
  return personOf(house, advisor.email);
}

/** The customer's onboarding answers, by the names of the reference lists. */
export type CustomerStory = {
  expertise?: string[];
  services?: string[];
  aims?: string[];
  availabilities?: string[];
  raising?: boolean;
  phone?: string;
};

export async function customerBody(house: Pick<House, "db">, story: CustomerStory = {}): Promise<CustomerBody> {
  const choice = await choices(house.db);
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

/** A customer answers the onboarding questions: the profile is set up from then on. */
export async function answerOnboarding(house: House, customer: Person, story: CustomerStory = {}): Promise<Person> {
  await saveProfile(house, customer.member, customerSave(await customerBody(house, story)));
  return personOf(house, customer.email);
}

/** A portrait as the upload would bring it; `picture` is any image that can be read. */
export async function givePhoto(house: House, advisor: Person, picture: Buffer, contentType: string): Promise<void> {
  const key = randomUUID();
  const path = join(house.store.incoming, key);
  await writeFile(path, picture);
  await keepPhoto(house, advisor.member, { key, path, name: "portrait", size: picture.length, contentType });
}

/** Payments as another feature would have set them up, for tests that are not about money. */
export async function markPayable(house: House, person: Person, payable = true): Promise<Person> {
  await updateMember(house.db, person.id, { stripeSetup: payable });
  sessionsChanged(house, person.id);
  return personOf(house, person.email);
}
