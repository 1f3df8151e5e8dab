import { changePassword, confirmEmailChange, createPassword, signIn } from "@plumbline/contract/accounts/contract.ts";
import { texts as accountTexts } from "@plumbline/contract/accounts/rules.ts";
import type { CallInput } from "@plumbline/contract/endpoint.ts";
import {
  readOwnProfile,
  readPublicProfile,
  saveAdvisorProfile,
  saveCustomerProfile,
} from "@plumbline/contract/profiles/contract.ts";
import { texts } from "@plumbline/contract/profiles/rules.ts";
import { expect, test } from "vitest";
import { choices, freshEmail, makeMember } from "../../demo/people.ts";
import { advisorBody, answerOnboarding, completeAdvisor, customerBody } from "../../demo/profiles.ts";
import { testServer } from "../../testing/plumbline.ts";
import { updateMember } from "../accounts/store.ts";

const server = testServer();
const advisors = { params: { role: "advisors" as const } };
const customers = { params: { role: "customers" as const } };

type AdvisorSending = CallInput<typeof saveAdvisorProfile>["body"];
/** As the form sends it: the fee in pounds. */
async function advisorForm(): Promise<AdvisorSending> {
  const body = await advisorBody(server.context);
  return { ...body, advisor_profile: { ...body.advisor_profile, fee_per_hour: 1100.5 } } as AdvisorSending;
}

test("P-01 W-01 the own profile is refused to visitors, and the other role's path does not exist", async () => {
  const advisor = await makeMember(server.context, "advisor");
  expect((await server.call(readOwnProfile, advisors)).status).toBe(401);
  expect((await server.call(readOwnProfile, customers, advisor.token)).status).toBe(404);
});

test("W-06 a customer cannot save an advisor's profile, nor the reverse, and the attempt signs nobody out", async () => {
  const customer = await makeMember(server.context, "customer");
  const advisor = await makeMember(server.context, "advisor");
  expect((await server.call(saveAdvisorProfile, { body: await advisorForm() }, customer.token)).status).toBe(404);
  expect(
    (await server.call(saveCustomerProfile, { body: await customerBody(server.context) } as never, advisor.token))
      .status,
  ).toBe(404);
  expect((await server.call(readOwnProfile, customers, customer.token)).status).toBe(200);
});

test("O-10 O-12 an advisor's whole form is saved, read back, and sets the profile up", async () => {
  const advisor = await makeMember(server.context, "advisor");
  const fresh = await server.call(readOwnProfile, advisors, advisor.token);
  expect(fresh.body).toMatchObject({
    profile_setup: false,
    stripe_setup: false,
    current_package: null,
    email: advisor.email,
  });

  const form = await advisorForm();
  const saved = await server.call(saveAdvisorProfile, { body: form }, advisor.token);
  expect(saved.status).toBe(200);
  const { body } = await server.call(readOwnProfile, advisors, advisor.token);
  expect(body).toEqual(saved.body);
  expect(body.profile_setup).toBe(true);
  expect(body.profile).toMatchObject({
    head_line: "Former COO, three scale-ups to series C",
    fee_per_hour: 1100.5,
    phone_number: "020 7946 0018",
    user_role: "advisor",
    based_in_uk: true,
    version: 2,
  });
  expect(body.profile.expertise_areas.map(({ name }) => name)).toEqual(["Fundraising", "Finance"]);
  expect(body.profile.value_sets.map(({ id }) => id)).toEqual(form.advisor_profile?.value_set_ids);
  expect(body.company).toMatchObject({
    company_name: "Osei Advisory",
    address_1: "14 Canal Wharf",
    address_2: "Floor 2",
    postcode: "E2 8HD",
  });
  expect(body.company.city?.name).toBe("London");

  const session = await server.call(signIn, {
    body: { email: advisor.email, password: "correct horse battery", owner_type: "advisor", grant_type: "password" },
  });
  expect(session.body.profile_setup).toBe(true);
});

test("P-13 P-10 a negative fee is refused, and null clears the fee while the profile stays set up", async () => {
  const advisor = await completeAdvisor(server.context, await makeMember(server.context, "advisor"));
  const negative = await server.call(
    saveAdvisorProfile,
    { body: { advisor_profile: { fee_per_hour: -1 } } },
    advisor.token,
  );
  expect([negative.status, negative.errors]).toEqual([422, { "advisor_profile.fee_per_hour": ["Please enter Fee"] }]);
  const cleared = await server.call(
    saveAdvisorProfile,
    { body: { advisor_profile: { fee_per_hour: null } } },
    advisor.token,
  );
  expect(cleared.body.profile.fee_per_hour).toBeNull();
  expect(cleared.body.profile_setup).toBe(true);
});

test("P-10 what a save leaves out keeps its value, and an emptied phone is gone", async () => {
  const advisor = await completeAdvisor(server.context, await makeMember(server.context, "advisor"));
  const before = (await server.call(readOwnProfile, advisors, advisor.token)).body;
  const saved = await server.call(
    saveAdvisorProfile,
    { body: { advisor_profile: { head_line: "Chair and angel", phone_number: "" } } },
    advisor.token,
  );
  expect(saved.body).toEqual({
    ...before,
    profile: {
      ...before.profile,
      head_line: "Chair and angel",
      phone_number: null,
      version: before.profile.version + 1,
    },
  });
  const flat = await server.call(saveAdvisorProfile, { body: { head_line: "Chair" } }, advisor.token);
  expect(flat.body.profile.head_line).toBe("Chair");
});

test("O-09 P-09 an emptied required field and an id from another list are refused by field, and nothing is saved", async () => {
  const advisor = await completeAdvisor(server.context, await makeMember(server.context, "advisor"));
  const choice = await choices(server.context.db);
  const empty = await server.call(
    saveAdvisorProfile,
    { body: { advisor_profile: { head_line: " ", industry_ids: [] }, advisor_company: { postcode: "" } } },
    advisor.token,
  );
  expect(empty.errors).toEqual({
    "advisor_profile.head_line": ["Please enter a short description"],
    "advisor_profile.industry_ids": ["Please select Industry Experience"],
    "advisor_company.postcode": ["Please enter Postal Code"],
  });
  const foreign = await server.call(
    saveAdvisorProfile,
    {
      body: {
        advisor_profile: { name: "Changed", expertise_area_ids: [choice("industries")] },
        advisor_company: { city_id: choice("countries") },
      },
    },
    advisor.token,
  );
  expect([foreign.status, foreign.errors]).toEqual([
    422,
    {
      "advisor_profile.expertise_area_ids": ["Please select area of experience"],
      "advisor_company.city_id": ["Please select City"],
    },
  ]);
  expect((await server.call(readOwnProfile, advisors, advisor.token)).body.profile.name).toBe("Harriet Osei");
});

test("P-08 a save over an older version is a conflict and overwrites nothing", async () => {
  const advisor = await completeAdvisor(server.context, await makeMember(server.context, "advisor"));
  const { version } = (await server.call(readOwnProfile, advisors, advisor.token)).body.profile;
  expect(
    (await server.call(saveAdvisorProfile, { body: { version, head_line: "First tab" } }, advisor.token)).status,
  ).toBe(200);
  const second = await server.call(
    saveAdvisorProfile,
    { body: { advisor_profile: { version, head_line: "Second tab" } } },
    advisor.token,
  );
  expect([second.status, second.errors]).toEqual([409, { base: [texts.otherTabFirst] }]);
  expect((await server.call(readOwnProfile, advisors, advisor.token)).body.profile.head_line).toBe("First tab");
});

test("P-08 of two saves over the same version at once, one is refused", async () => {
  const advisor = await completeAdvisor(server.context, await makeMember(server.context, "advisor"));
  const { version } = (await server.call(readOwnProfile, advisors, advisor.token)).body.profile;
  const both = await Promise.all(
    ["One", "Other"].map((head_line) =>
      server.call(saveAdvisorProfile, { body: { version, head_line } }, advisor.token),
    ),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("O-07 the onboarding answers may come flat or wrapped, and set the profile up once all are there", async () => {
  const flat = await makeMember(server.context, "customer");
  const body = (await customerBody(server.context)) as CallInput<typeof saveCustomerProfile>["body"];
  const { raising_investment, ...most } = body;
  expect((await server.call(saveCustomerProfile, { body: most }, flat.token)).body.profile_setup).toBe(false);
  const last = await server.call(saveCustomerProfile, { body: { raising_investment: "false" } }, flat.token);
  expect([last.body.profile_setup, last.body.profile.raising_investment]).toEqual([true, false]);
  const wrapped = await makeMember(server.context, "customer");
  expect(
    (await server.call(saveCustomerProfile, { body: { customer_profile: body } }, wrapped.token)).body.profile_setup,
  ).toBe(true);
  expect(raising_investment).toBe(true);
});

test("P-09 decision 53 a changed e-mail address needs the password, and takes effect once the link in its mailbox is opened", async () => {
  const customer = await answerOnboarding(server.context, await makeMember(server.context, "customer"));
  const fresh = freshEmail("moved");
  const save = (email: string, current_password?: string) =>
    server.call(
      saveCustomerProfile,
      { body: { customer_profile: { email, ...(current_password && { current_password }) } } },
      customer.token,
    );
  const signsIn = async (email: string) => {
    const credentials = { password: "correct horse battery", owner_type: "customer", grant_type: "password" } as const;
    return (await server.call(signIn, { body: { ...credentials, email } })).status;
  };
  expect((await save("a@")).errors).toEqual({ "customer_profile.email": ["Please enter valid E-mail."] });
  expect((await save(fresh)).errors).toEqual({ current_password: [accountTexts.passwordForEmail] });
  expect((await save(fresh, "wrong")).errors).toEqual({ current_password: ["is not right"] });
  expect(await server.mailsTo(fresh)).toEqual([]);

  const asked = await save(fresh, "correct horse battery");
  expect([asked.status, asked.body.email]).toEqual([200, customer.email]);
  const [mail] = await server.mailsTo(fresh);
  expect(mail?.subject).toBe("Please confirm your new e-mail address");
  expect((await server.mailsTo(customer.email))[0]?.subject).toBe("Somebody asked to change your e-mail address");
  expect([await signsIn(fresh), await signsIn(customer.email)]).toEqual([401, 200]);

  const token = new URL(mail?.links[0] as string).searchParams.get("token") as string;
  // The owner of a mistyped address must not get in with the same link.
  const password = {
    params: { role: "customers" as const },
    body: { reset_password_token: token, password: "mine from now" },
  };
  expect((await server.call(createPassword, password)).errors).toEqual({ reset_password_token: ["can't be blank"] });
  const opened = await server.call(confirmEmailChange, { body: { token } });
  expect([opened.status, opened.body.email]).toEqual([200, fresh]);
  expect((await server.call(confirmEmailChange, { body: { token } })).errors).toEqual({ token: ["was already used"] });
  expect([await signsIn(fresh), await signsIn(customer.email)]).toEqual([200, 401]);
  expect((await server.mailsTo(customer.email))[0]?.subject).toBe("Your e-mail address has been changed");
  expect((await server.mailsTo(fresh))[0]?.subject).toBe("This is now the e-mail of your Plumbline account");
});

test("decision 53 the answer does not reveal whether another account has the address; its owner is e-mailed", async () => {
  const customer = await answerOnboarding(server.context, await makeMember(server.context, "customer"));
  const other = await makeMember(server.context, "advisor");
  const save = (email: string) =>
    server.call(
      saveCustomerProfile,
      { body: { customer_profile: { email, current_password: "correct horse battery" } } },
      customer.token,
    );
  const [taken, free] = [await save(other.email), await save(freshEmail("free"))];
  const { version: _taken, ...one } = taken.body.profile;
  const { version: _free, ...two } = free.body.profile;
  expect([taken.status, { ...taken.body, profile: one }]).toEqual([free.status, { ...free.body, profile: two }]);
  const [mail] = await server.mailsTo(other.email);
  expect([mail?.subject, mail?.links]).toEqual(["You already have an account with Plumbline", []]);
});

test("decision 53 a link expires after a day, by a newer one, by a new password, and when the address is taken by another account", async () => {
  const customer = await answerOnboarding(server.context, await makeMember(server.context, "customer"));
  const ask = async (email: string, password = "correct horse battery") => {
    const body = { customer_profile: { email, current_password: password } };
    expect((await server.call(saveCustomerProfile, { body }, customer.token)).status).toBe(200);
    const link = (await server.mailsTo(email))[0]?.links[0] as string;
    return new URL(link).searchParams.get("token") as string;
  };
  const open = async (token: string) => (await server.call(confirmEmailChange, { body: { token } })).status;
  const older = await ask(freshEmail("older"));
  const address = freshEmail("sought");
  const newer = await ask(address);
  expect(await open(older)).toBe(422);
  await makeMember(server.context, "customer", { email: address });
  expect(await open(newer)).toBe(422);
  const before = await ask(freshEmail("before"));
  const passwords = {
    current_password: "correct horse battery",
    password: "another horse",
    confirmPassword: "another horse",
  };
  const params = { role: "customers" } as const;
  expect((await server.call(changePassword, { params, body: passwords }, customer.token)).status).toBe(200);
  expect(await open(before)).toBe(422);
  const late = await ask(freshEmail("late"), "another horse");
  server.clock.advance(25 * 3600_000);
  expect(await open(late)).toBe(422);
});

test("P-03 a public profile is visible to the other role only, while its owner is active", async () => {
  const customer = await makeMember(server.context, "customer");
  const advisor = await completeAdvisor(server.context, await makeMember(server.context, "advisor"));
  const another = await makeMember(server.context, "advisor");
  const read = (role: "advisors" | "customers", id: number, token?: string) =>
    server.call(readPublicProfile, { params: { role, id } }, token);
  expect((await read("advisors", advisor.id)).status).toBe(401);
  expect((await read("advisors", 999_999, customer.token)).status).toBe(404);
  expect((await read("customers", advisor.id, another.token)).status).toBe(404);
  expect((await read("advisors", advisor.id, another.token)).status).toBe(404);
  expect((await read("customers", customer.id, advisor.token)).body.company.company_name).toBe("Tallow & Finch");
  expect((await read("advisors", advisor.id, customer.token)).status).toBe(200);
  await updateMember(server.context.db, advisor.id, { state: "suspended" });
  expect((await read("advisors", advisor.id, customer.token)).status).toBe(404);
});

test("P-02 P-03 a public profile has the story and no contact details", async () => {
  const customer = await makeMember(server.context, "customer");
  const advisor = await completeAdvisor(server.context, await makeMember(server.context, "advisor"));
  const { body } = await server.call(
    readPublicProfile,
    { params: { role: "advisors", id: advisor.id } },
    customer.token,
  );
  expect(body.profile).toMatchObject({
    name: "Harriet Osei",
    head_line: "Former COO, three scale-ups to series C",
    fee_per_hour: 1100,
  });
  expect(body.profile.availabilities.map(({ name }) => name)).toEqual(["Two to four days a month"]);
  const text = JSON.stringify(body);
  for (const secret of [advisor.email, "7946", "phone", "e-mail", "email", "password", "token", "Canal Wharf"])
    expect(text).not.toContain(secret);
});
