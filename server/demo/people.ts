import type { Role } from "@plumbline/contract/product.ts";
import { type Kind, kinds } from "@plumbline/contract/reference/contract.ts";
import { applyForAdvisor, applyForCustomer } from "../features/accounts/applications.ts";
import { findByEmail, updateMember } from "../features/accounts/store.ts";
import { citiesOf, entriesOf } from "../features/reference/store.ts";
import type { House } from "../house.ts";
import type { Db } from "../platform/database.ts";
import { type Member, startSession } from "../platform/members.ts";
import { hashPassword } from "../platform/passwords.ts";
import { members, profiles } from "../schema.ts";

// Builders of people, for the demo data and for tests: they walk through the same actions as real people do.

export type Person = { id: number; email: string; role: Role | "staff"; token: string; member: Member };

let count = 0;
/** An address nobody has yet. */
export function freshEmail(who: string): string {
  count += 1;
  return `${who}.${process.pid}.${count}@example.test`;
}

export async function makeStaff(
  house: House,
  { email = freshEmail("staff"), name = "Staff", password = "" } = {},
): Promise<Person> {
  const [row] = await house.db
    .insert(members)
    .values({
      role: "staff",
      email,
      state: "active",
      passwordHash: password ? await hashOnce(password) : null,
      verifiedAt: house.clock.now(),
    })
    .returning();
  await house.db.insert(profiles).values({ memberId: row?.id as number, name });
  return personOf(house, email);
}

type NewMember = { email?: string; name?: string; companyName?: string; password?: string };

/**
 * Applies, and is taken past the queue: an active account with a password, nothing set up yet. The links in between are
 * made by the delivery loop, which nobody here should have to wait for.
 */
export async function makeMember(house: House, role: Role, given: NewMember = {}, staff?: Person): Promise<Person> {
  const { email = freshEmail(role), name = role === "customer" ? "Priya Raman" : "Harriet Osei" } = given;
  await apply(house, role, { ...given, email, name });
  const { id } = (await findByEmail(house.db, email)) as { id: number };
  const now = house.clock.now();
  await updateMember(house.db, id, {
    state: "active",
    verifiedAt: now,
    decision: "approved",
    decidedAt: now,
    decidedBy: (staff ?? (await makeStaff(house))).id,
    decisionReason: "A good fit.",
    passwordHash: await hashOnce(given.password ?? "correct horse battery"),
  });
  return personOf(house, email);
}

const hashes = new Map<string, Promise<string>>();
function hashOnce(password: string): Promise<string> {
  const known = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, known);
  return known;
}

/** An application that waits in the queue, its e-mail not yet verified. */
export async function apply(
  house: House,
  role: Role,
  { email, name, companyName }: { email: string; name: string; companyName?: string },
) {
  const choice = await choices(house.db);
  if (role === "advisor") {
    return applyForAdvisor(house, {
      advisor: { email },
      advisor_profile: {
        name,
        linkedin_profile_url: `https://www.linkedin.example/in/${name.toLowerCase().replace(/\W+/g, "-")}`,
        based_in_uk: "true",
        classification_type_id: choice("classification_types"),
        advisory_experience: "Ten years of advising scaling businesses on their finances and their boards.",
        origin: "A member told me",
        referred_advisors: ["Owen Price", "Maeve Doyle", "Samir Patel"],
      },
    });
  }
  const country = choice("countries", "United Kingdom");
  const city = (await citiesOf(house.db, country, "London"))[0]?.id as number;
  return applyForCustomer(house, {
    customer: { email },
    customer_profile: {
      name,
      job_title_id: choice("job_titles"),
      investment_or_revenue_id: choice("investment_or_revenues"),
      annual_revenue_id: choice("annual_revenues"),
    },
    customer_company: {
      company_name: companyName ?? "Tallow & Finch",
      country_id: country,
      city_id: city,
      company_size_id: choice("company_sizes"),
      industry_id: choice("industries"),
    },
  });
}

type ListName = Exclude<Kind, "cities">;
const lists = kinds.filter((kind): kind is ListName => kind !== "cities");

/** Looks up reference ids by list and name; without a name the first of the list. */
export async function choices(db: Db): Promise<(list: ListName, name?: string) => number> {
  const entries = await entriesOf(db, lists);
  return (list, name) => {
    const found = entries.get(list)?.find((entry) => name === undefined || entry.name === name);
    if (!found) throw new Error(`no ${name} in ${list}`);
    return found.id;
  };
}

/** Reads a person afresh, with a new session. */
export async function personOf(house: House, email: string): Promise<Person> {
  const row = await findByEmail(house.db, email);
  if (!row) throw new Error(`nobody has ${email}`);
  const token = await startSession(house.db, row.id, house.clock.now(), null);
  return { id: row.id, email, role: row.role, token, member: (await house.sessions.memberOf(token)) as Member };
}

/** Marks what others' features would: a person whose profile and payment are set up, for tests that are about neither. */
export async function setUp(house: House, person: Person): Promise<Person> {
  await updateMember(house.db, person.id, { profileSetup: true, stripeSetup: true });
  return personOf(house, person.email);
}
