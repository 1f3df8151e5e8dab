import type { StaffRole } from "@plumbline/contract/back-office/staff-roles.ts";
import { present } from "@plumbline/contract/present.ts";
import type { Role } from "@plumbline/contract/product.ts";
import { type Kind, kinds } from "@plumbline/contract/reference/contract.ts";
import { type Member, startSession } from "../auth/members.ts";
import type { AppContext } from "../context.ts";
import type { Db } from "../database/database.ts";
import { existing } from "../database/rows.ts";
import { recordVerified } from "../features/accounts/actions.ts";
import { applyForAdvisor, applyForCustomer } from "../features/accounts/applications.ts";
import { findByEmail, insertStaff, updateMember } from "../features/accounts/store.ts";
import { citiesOf, entriesOf } from "../features/reference/store.ts";
import { daysAgo } from "./past.ts";

// Builders of people, for the demo data and for tests: they use the same actions as real members.

export type Person = { id: number; email: string; role: Role | "staff"; token: string; member: Member };

let count = 0;
/** An unused address. */
export function freshEmail(who: string): string {
  count += 1;
  return `${who}.${process.pid}.${count}@example.test`;
}

type NewStaff = { email?: string; name?: string; password?: string; role?: StaffRole };

/** An active member of staff, an owner unless another role is given. */
export async function makeStaff(
  context: AppContext,
  { email = freshEmail("staff"), name = "Staff", password = "", role = "owner" }: NewStaff = {},
): Promise<Person> {
  const passwordHash = password ? await cachedHash(context, password) : null;
  const id = present(await insertStaff(context.db, { email, name, staffRole: role, now: context.clock.now() }), email);
  await updateMember(context.db, id, { state: "active", passwordHash });
  return personOf(context, email);
}

type NewMember = { email?: string; name?: string; companyName?: string; password?: string; joinedDaysAgo?: number };

/**
 * Creates an active account with a password and an empty profile, without the e-mails in between, so that callers need
 * not wait for the delivery loop.
 */
export async function makeMember(
  context: AppContext,
  role: Role,
  given: NewMember = {},
  staff?: Person,
): Promise<Person> {
  const { email = freshEmail(role), name = role === "customer" ? "Priya Raman" : "Harriet Osei" } = given;
  const then = daysAgo(context, given.joinedDaysAgo ?? 0);
  await apply(then, role, { ...given, email, name });
  const { id } = existing(await findByEmail(context.db, email));
  const now = then.clock.now();
  await updateMember(context.db, id, {
    state: "active",
    verifiedAt: now,
    decision: "approved",
    decidedAt: daysAgo(context, Math.max(0, (given.joinedDaysAgo ?? 0) - 1.5)).clock.now(),
    decidedBy: (staff ?? (await makeStaff(context))).id,
    decisionReason: "A good fit.",
    passwordHash: await cachedHash(context, given.password ?? "correct horse battery"),
  });
  return personOf(context, email);
}

const hashes = new Map<string, Promise<string>>();
/** The hash of a password. They are few and hashing takes 50 ms, so hashes are reused. */
export function cachedHash({ passwords }: AppContext, password: string): Promise<string> {
  const known = hashes.get(password) ?? passwords.hash(password);
  hashes.set(password, known);
  return known;
}

type Applicant = { email: string; name?: string; companyName?: string; companySize?: string };

/** The body of an advisor's application. */
export async function advisorApplication({ db }: Pick<AppContext, "db">, { email, name = "Owen Price" }: Applicant) {
  const choice = await choices(db);
  return {
    advisor: { email },
    advisor_profile: {
      name,
      linkedin_profile_url: `https://www.linkedin.example/in/${name.toLowerCase().replace(/\W+/g, "-")}`,
      based_in_uk: "true" as const,
      classification_type_id: choice("classification_types"),
      advisory_experience: "Ten years of advising scaling businesses on their finances and their boards.",
      origin: "A member told me",
      referred_advisors: ["Owen Price", "Maeve Doyle", "Samir Patel"],
    },
  };
}

/** The body of a customer's application. */
export async function customerApplication(
  { db }: Pick<AppContext, "db">,
  { email, name = "Priya Raman", companyName = "Tallow & Finch", companySize }: Applicant,
) {
  const choice = await choices(db);
  const country = choice("countries", "United Kingdom");
  return {
    customer: { email },
    customer_profile: {
      name,
      job_title_id: choice("job_titles"),
      investment_or_revenue_id: choice("investment_or_revenues"),
      annual_revenue_id: choice("annual_revenues"),
    },
    customer_company: {
      company_name: companyName,
      country_id: country,
      city_id: present((await citiesOf(db, country, "London"))[0], "London").id,
      company_size_id: choice("company_sizes", companySize),
      industry_id: choice("industries"),
    },
  };
}

/** An application whose e-mail address is not verified yet. */
export async function apply(context: AppContext, role: Role, applicant: Applicant): Promise<void> {
  if (role === "advisor") await applyForAdvisor(context, await advisorApplication(context, applicant));
  else await applyForCustomer(context, await customerApplication(context, applicant));
}

/** An application that waits for a decision: its address is verified without the e-mail. Returns its member's id. */
export async function applyVerified(context: AppContext, role: Role, applicant: Applicant): Promise<number> {
  await apply(context, role, applicant);
  const { id } = existing(await findByEmail(context.db, applicant.email));
  await context.db.transaction((tx) => recordVerified(tx, id, context.clock.now()));
  return id;
}

type ListName = Exclude<Kind, "cities">;
const lists = kinds.filter((kind): kind is ListName => kind !== "cities");

// Nobody changes the lists while people are made, and each of them asks several times.
const entriesByDatabase = new WeakMap<Db, ReturnType<typeof entriesOf>>();

/** Looks up reference ids by list and name; without a name the first of the list. */
export async function choices(db: Db): Promise<(list: ListName, name?: string) => number> {
  const known = entriesByDatabase.get(db) ?? entriesOf(db, lists);
  entriesByDatabase.set(db, known);
  const entries = await known;
  return (list, name) => {
    const found = entries.get(list)?.find((entry) => name === undefined || entry.name === name);
    if (!found) throw new Error(`no ${name} in ${list}`);
    return found.id;
  };
}

/** Reads a person again, with a new session. */
export async function personOf(context: AppContext, email: string): Promise<Person> {
  const row = await findByEmail(context.db, email);
  if (!row) throw new Error(`nobody has ${email}`);
  const token = await startSession(context.db, row.id, context.clock.now(), null);
  const member = present(await context.sessions.memberOf(token), email);
  return { id: row.id, email, role: row.role, token, member };
}

/** Sets the flags of a complete profile and payments, for tests that concern neither. */
export async function setUp(context: AppContext, person: Person): Promise<Person> {
  await updateMember(context.db, person.id, { profileSetup: true, stripeSetup: true });
  return personOf(context, person.email);
}
