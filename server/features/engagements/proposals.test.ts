import { addDays, dayInLondon } from "@plumbline/contract/dates.ts";
import * as engagements from "@plumbline/contract/engagements/contract.ts";
import { expect, test } from "vitest";
import { converse } from "../../demo/messages.ts";
import { choices, makeMember, type Person, setUp } from "../../demo/people.ts";
import { testServer } from "../../testing/plumbline.ts";

const server = testServer();
const today = () => dayInLondon(server.context.clock.now());
const id = (params: number) => ({ params: { id: params } });

async function people(): Promise<{ advisor: Person; customer: Person }> {
  const [advisor, customer] = [
    await makeMember(server.context, "advisor"),
    await makeMember(server.context, "customer"),
  ];
  return { advisor: await setUp(server.context, advisor), customer: await setUp(server.context, customer) };
}

async function parties() {
  const { advisor, customer } = await people();
  await converse(server.context, [[customer, advisor, "Could you help us?"]]);
  return { advisor, customer };
}

async function proposal(customerId: number, more: Record<string, unknown> = {}) {
  const choice = await choices(server.context.db);
  return {
    customer_id: customerId,
    name: "Pricing review",
    theme: choice("expertise_areas", "Pricing"),
    description: "Find out what customers would pay.",
    start_date: addDays(today(), 7),
    end_date: addDays(today(), 40),
    payment_type: "daily" as const,
    payment_cost: 100.5,
    payment_span: 2.5,
    ...more,
  };
}

const send = async (advisor: Person, customer: Person, more: Record<string, unknown> = {}) =>
  server.call(engagements.createProject, { body: await proposal(customer.id, more) }, advisor.token);

test("E-03 E-07 an empty proposal is refused field by field with the specification's messages", async () => {
  const { advisor } = await parties();
  const empty = await server.call(engagements.createProject, { body: {} as never }, advisor.token);
  expect([empty.status, empty.errors]).toEqual([
    422,
    {
      customer_id: ["Please select a customer"],
      name: ["Please enter Project Name"],
      theme: ["Please select a Theme"],
      description: ["Provide project description."],
      start_date: ["Please select start date."],
      end_date: ["Please select end date."],
      payment_type: ["Please select payment type."],
      payment_cost: ["Please input fee."],
      payment_span: ["Please input period."],
    },
  ]);
});

test.each([
  ["a fee of nothing", { payment_cost: 0 }, { payment_cost: ["Please input fee."] }],
  ["a fee of words", { payment_cost: "much" }, { payment_cost: ["Please input fee."] }],
  ["three decimals", { payment_span: "1.255" }, { payment_span: ["Please input period."] }],
  ["a negative period", { payment_span: -1 }, { payment_span: ["Please input period."] }],
  [
    "an end before the start",
    { start_date: "2027-02-01", end_date: "2027-01-31" },
    { end_date: ["The end date must be the start date or later."] },
  ],
  ["a day that is none", { end_date: "2027-02-30" }, { end_date: ["Please select end date."] }],
  [
    "too large a total",
    { payment_cost: 9_000_000, payment_span: 2 },
    { payment_cost: ["Please keep the total to £10,000,000.00 at most."] },
  ],
  [
    "a fee beyond all numbers",
    { payment_cost: 99_000_000 },
    { payment_cost: ["Please keep the total to £10,000,000.00 at most."] },
  ],
  [
    "a total below a penny",
    { payment_cost: 0.01, payment_span: 0.01 },
    { payment_cost: ["Fee times units must come to at least a penny."] },
  ],
  [
    "somebody else's file",
    { attachment_ids: [999_999] },
    { attachment_ids: ["One of these files is not an upload of yours. Please upload it again."] },
  ],
  ["a theme that is an industry", { theme: -1 }, { theme: ["Please select a Theme"] }],
])("E-07 E-27 a proposal with %s is refused", async (_what, change, errors) => {
  const { advisor, customer } = await parties();
  const answer = await send(advisor, customer, change);
  expect([answer.status, answer.errors]).toEqual([422, errors]);
});

test("E-04 E-02 an advisor proposes to their own customers and to no others", async () => {
  const { advisor, customer } = await parties();
  const stranger = await makeMember(server.context, "customer");
  expect((await send(advisor, stranger)).errors).toEqual({ customer_id: ["Please select a customer"] });
  expect((await send(advisor, advisor)).errors).toEqual({ customer_id: ["Please select a customer"] });
  expect((await server.call(engagements.availableCustomers, {}, customer.token)).status).toBe(404);
  expect((await server.call(engagements.availableCustomers, {})).status).toBe(401);
  expect((await send(customer, customer)).status).toBe(404);
  const own = await server.call(engagements.availableCustomers, {}, advisor.token);
  expect(own.body.map((each) => each.id)).toEqual([customer.id]);
  expect(own.body[0]).toMatchObject({ profile: { name: "Priya Raman" }, company: { company_name: "Tallow & Finch" } });
});

test("E-08 E-26 E-27 E-28 a sent proposal has its fields, parties and a total computed by the server", async () => {
  const { advisor, customer } = await parties();
  const sent = await send(advisor, customer, {
    total_payment: 1,
    collaborators: ["Ada Lovelace", " cfo@example.test ", ""],
    payment_cost: "100.5",
    payment_span: "2.5",
  });
  expect(sent.status).toBe(201);
  expect(sent.body).toMatchObject({
    name: "Pricing review",
    theme_name: "Pricing",
    status: "proposed",
    payment_type: "daily",
    payment_cost: 100.5,
    payment_span: 2.5,
    total_payment: 251.25,
    attachment_ids: [],
    attachments: [],
    collaborators: ["Ada Lovelace", "cfo@example.test"],
    customer_id: customer.id,
    customer: {
      id: customer.id,
      profile: { name: "Priya Raman", user_role: "customer" },
      company: { company_name: "Tallow & Finch" },
    },
    advisor: { id: advisor.id, profile: { name: "Harriet Osei", user_role: "advisor" } },
    reviews: [],
    allowed_actions: [],
    history: [
      {
        action: "create",
        status: "proposed",
        by: { id: advisor.id, name: "Harriet Osei" },
        message: null,
        changes: [],
      },
    ],
  });
  const seen = await server.call(engagements.readProject, id(sent.body.id), customer.token);
  expect(seen.body).toEqual({ ...sent.body, allowed_actions: ["accept", "reject", "suggest_edit"] });
});

test("E-08 a proposal may be wrapped in `project`", async () => {
  const { advisor, customer } = await parties();
  const wrapped = await server.call(
    engagements.createProject,
    { body: { project: await proposal(customer.id) } as never },
    advisor.token,
  );
  expect([wrapped.status, wrapped.body.status]).toEqual([201, "proposed"]);
  const bad = await server.call(
    engagements.createProject,
    { body: { project: await proposal(customer.id, { name: " " }) } as never },
    advisor.token,
  );
  expect(bad.errors).toEqual({ name: ["Please enter Project Name"] });
});

test("E-05 several files are uploaded at once and shown, and no other member can attach them", async () => {
  const { advisor, customer } = await parties();
  const files = [new File(["scope"], "Scope & milestones.txt"), new File(["a,b"], "model.csv")];
  expect((await server.call(engagements.uploadProjectFiles, { files }, customer.token)).status).toBe(404);
  const uploaded = await server.call(engagements.uploadProjectFiles, { files }, advisor.token);
  expect([uploaded.status, uploaded.body.map((file) => file.file_name)]).toEqual([
    201,
    ["Scope & milestones.txt", "model.csv"],
  ]);
  const attachment_ids = uploaded.body.map((file) => file.id);

  const rival = await people();
  await converse(server.context, [[customer, rival.advisor, "And you?"]]);
  expect((await send(rival.advisor, customer, { attachment_ids })).errors).toHaveProperty("attachment_ids");

  const sent = await send(advisor, customer, { attachment_ids: [...attachment_ids].reverse() });
  const seen = (await server.call(engagements.readProject, id(sent.body.id), customer.token)).body;
  expect(seen.attachments.map((file) => file.file_name)).toEqual(["model.csv", "Scope & milestones.txt"]);
  expect(seen.attachments[1]).toMatchObject({ file_size: 5, content_type: "text/plain" });
  const address = seen.attachments[1]?.file as string;
  expect(await (await fetch(server.url + address)).text()).toBe("scope");
  expect((await fetch(server.url + address.replace(/signature=.*/, "signature=forged"))).status).toBe(404);
  expect((await fetch(server.url + address.replace(/\/files\/\d+/, `/files/${attachment_ids[1]}`))).status).toBe(404);
});
