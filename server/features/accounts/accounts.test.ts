import {
  applyAsAdvisor,
  applyAsCustomer,
  confirmEmail,
  createPassword,
  signIn,
  signOut,
} from "@plumbline/contract/accounts/contract.ts";
import { approveApplication, listApplications } from "@plumbline/contract/back-office/contract.ts";
import { expect, test } from "vitest";
import { choices, customerApplication, freshEmail, makeMember, makeStaff } from "../../demo/people.ts";
import { testServer } from "../../testing/plumbline.ts";

const server = testServer();
const password = "correct horse battery";

const applicationBody = (email: string) => customerApplication(server.context, { email });

test("A-09 W-02 an application with missing choices or choices of another list is refused by field and makes no account", async () => {
  const email = freshEmail("refused");
  const body = await applicationBody(email);
  const empty = await server.call(applyAsCustomer, { body: { ...body, customer: { email: "a@" } } });
  expect(empty.status).toBe(422);
  expect(empty.errors["customer.email"]).toEqual(["Please enter valid E-mail."]);
  body.customer_profile.job_title_id = body.customer_company.country_id;
  const foreign = await server.call(applyAsCustomer, { body });
  expect(foreign.status).toBe(422);
  expect(foreign.errors).toEqual({ "customer_profile.job_title_id": ["Please select Job Title"] });
  expect(await server.mailsTo(email)).toEqual([]);
});

test("A-09 a known address is answered like a new one, and its owner is e-mailed", async () => {
  const email = freshEmail("twice");
  const body = await applicationBody(email);
  const first = await server.call(applyAsCustomer, { body });
  const second = await server.call(applyAsCustomer, { body });
  expect([second.status, second.body]).toEqual([first.status, first.body]);
  expect((await server.mailsTo(email)).map(({ subject }) => subject)).toEqual([
    "A fresh link to verify your e-mail",
    "Please verify your e-mail",
  ]);
});

test("A-11 A-07 A-14 from an application to a session: verify, be approved, create a password, sign in", async () => {
  const email = freshEmail("priya");
  await server.call(applyAsCustomer, { body: await applicationBody(email) });
  const link = new URL((await server.mailsTo(email))[0]?.links[0] as string);
  expect(link.pathname).toBe("/approval/customer");
  const token = link.searchParams.get("token") as string;
  const customers = { params: { role: "customers" as const } };

  const early = await server.call(createPassword, { ...customers, body: { reset_password_token: token, password } });
  expect([early.status, early.errors]).toEqual([422, { reset_password_token: ["can't be blank"] }]);

  expect((await server.call(confirmEmail, { ...customers, query: { confirmation_token: token } })).status).toBe(200);
  expect((await server.call(confirmEmail, { ...customers, query: { confirmation_token: token } })).status).toBe(422);

  const staff = await makeStaff(server.context);
  const queue = await server.call(listApplications, { query: { state: "pending_review" } }, staff.token);
  const application = queue.body.entries.find((entry) => entry.email === email);
  expect(application?.company_name).toBe("Tallow & Finch");
  const approved = await server.call(
    approveApplication,
    { params: { id: application?.id as number }, body: { reason: "A good fit." } },
    staff.token,
  );
  expect([approved.status, approved.body.state]).toEqual([200, "approved"]);

  const welcome = (await server.mailsTo(email))[0];
  const create = new URL(welcome?.links[0] as string);
  expect(create.pathname).toBe("/create-password");
  const body = { reset_password_token: create.searchParams.get("token") as string, password };
  const common = await server.call(createPassword, { ...customers, body: { ...body, password: "13081985" } });
  expect([common.status, common.errors]).toEqual([
    422,
    { password: [expect.stringContaining("first that people try")] },
  ]);
  const session = await server.call(createPassword, { ...customers, body });
  expect(session.body).toMatchObject({
    token_type: "Bearer",
    profile_setup: false,
    result: { email, state: "active" },
  });
  const again = await server.call(createPassword, { ...customers, body });
  expect([again.status, again.errors]).toEqual([422, { reset_password_token: ["has expired"] }]);

  const credentials = { email, password, owner_type: "customer" as const, grant_type: "password" as const };
  expect((await server.call(signIn, { body: credentials })).status).toBe(200);
  expect((await server.call(signIn, { body: { ...credentials, owner_type: "advisor" } })).status).toBe(401);
});

test("A-19 signing out ends the token, and only that one", async () => {
  const member = await makeMember(server.context, "customer");
  const staff = await makeStaff(server.context);
  expect((await server.call(listApplications, {}, staff.token)).status).toBe(200);
  expect((await server.call(signOut, { body: { token: staff.token } })).status).toBe(204);
  expect((await server.call(listApplications, {}, staff.token)).status).toBe(401);
  expect((await server.call(listApplications, {}, member.token)).status).toBe(404);
});

test("A-10 an advisor's application is refused by field, accepted once, and a second one is answered alike", async () => {
  const email = freshEmail("advisor");
  const choice = await choices(server.context.db);
  const advisor_profile = {
    name: "Owen Price",
    linkedin_profile_url: "https://linkedin.example/owen",
    based_in_uk: "true" as const,
    classification_type_id: choice("classification_types"),
    advisory_experience: "Two exits.",
    origin: "A member told me",
  };
  const send = (profile: object) =>
    server.call(applyAsAdvisor, { body: { advisor: { email }, advisor_profile: { ...advisor_profile, ...profile } } });
  const refused = await send({ based_in_uk: "perhaps", advisory_experience: " " });
  expect([refused.status, refused.errors]).toEqual([
    422,
    {
      "advisor_profile.based_in_uk": ["Please select Location"],
      "advisor_profile.advisory_experience": ["Please decribe your previous experience"],
    },
  ]);
  const foreign = await send({ classification_type_id: choice("countries") });
  expect(foreign.errors).toEqual({ "advisor_profile.classification_type_id": ["Please select Option"] });
  expect(await server.mailsTo(email)).toEqual([]);

  const first = await send({ based_in_uk: "false" });
  const second = await send({});
  expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
  expect((await server.mailsTo(email)).map(({ subject }) => subject)).toEqual([
    "A fresh link to verify your e-mail",
    "Please verify your e-mail",
  ]);
});

test("A-06 a verification link older than a week is refused, and a new one is sent", async () => {
  const email = freshEmail("late");
  await server.call(applyAsCustomer, { body: await applicationBody(email) });
  const token = new URL((await server.mailsTo(email))[0]?.links[0] as string).searchParams.get("token") as string;
  const confirm = (confirmation_token: string) =>
    server.call(confirmEmail, { params: { role: "customers" }, query: { confirmation_token } });
  server.clock.advance(8 * 24 * 3600 * 1000);
  expect((await confirm(token)).status).toBe(422);
  const [fresh] = await server.mailsTo(email);
  expect(fresh?.subject).toBe("A fresh link to verify your e-mail");
  const second = new URL(fresh?.links[0] as string).searchParams.get("token") as string;
  expect((await confirm(second)).status).toBe(200);
});
