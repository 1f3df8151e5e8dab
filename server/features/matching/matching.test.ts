import {
  currentPreference,
  listRequests,
  matchedAdvisors,
  myMatches,
  requestAdvisor,
  updatePreference,
} from "@plumbline/contract/matching/contract.ts";
import { texts } from "@plumbline/contract/matching/rules.ts";
import { saveAdvisorProfile } from "@plumbline/contract/profiles/contract.ts";
import { expect, test } from "vitest";
import { makeEngagement } from "../../demo/engagements.ts";
import { makeInvoice, makePaid } from "../../demo/invoices.ts";
import { ask, lookFor } from "../../demo/matching.ts";
import { connectPayouts, payMembership } from "../../demo/membership.ts";
import { choices, makeMember, makeStaff, type Person } from "../../demo/people.ts";
import { type AdvisorStory, answerOnboarding, completeAdvisor, markPayable } from "../../demo/profiles.ts";
import { makeReview } from "../../demo/reviews.ts";
import { openBus } from "../../platform/bus.ts";
import type { Database } from "../../platform/database.ts";
import { sessionsChanged } from "../../platform/members.ts";
import { arrivals } from "../../testing/cable-clients.ts";
import { aWorld } from "../../testing/plumbline.ts";
import { updateMember } from "../accounts/store.ts";
import { completeEngagement } from "../engagements/actions.ts";
import { refreshOutdated } from "./listing.ts";
import { matchIndexOf } from "./match-index.ts";

const world = aWorld();

async function aCustomer(): Promise<Person> {
  return markPayable(world.house, await answerOnboarding(world.house, await makeMember(world.house, "customer")));
}
async function anAdvisor(story: AdvisorStory = {}): Promise<Person> {
  return markPayable(world.house, await completeAdvisor(world.house, await makeMember(world.house, "advisor"), story));
}
const matchesOf = async (customer: Person) =>
  (await world.call(matchedAdvisors, {}, customer.token)).body.map(({ id }) => id);
/** Areas that only one test uses keep its advisors apart from the others'. */
const looking = async (customer: Person, expertise: string[], industry: string, size = "11–50 people") =>
  lookFor(world.house, customer, { expertise, industry, size });

test("S-06 W-06 matches are for customers: a visitor signs in first, for an advisor they do not exist", async () => {
  expect((await world.call(matchedAdvisors, {})).status).toBe(401);
  const advisor = await anAdvisor({ expertise: ["Sustainability"] });
  expect((await world.call(matchedAdvisors, {}, advisor.token)).status).toBe(404);
  expect((await world.call(currentPreference, {}, advisor.token)).status).toBe(404);
  expect((await world.call(myMatches, {}, (await aCustomer()).token)).status).toBe(404);
});

test("S-09 without a membership the matches are refused, and nobody is signed out for it", async () => {
  const customer = await answerOnboarding(world.house, await makeMember(world.house, "customer"));
  const refused = await world.call(matchedAdvisors, {}, customer.token);
  expect([refused.status, refused.errors]).toEqual([409, { base: [texts.needsPlan] }]);
});

test("S-02 S-03 a preference with a part missing, or from another list, is refused and the old one stays", async () => {
  const customer = await aCustomer();
  const choice = await choices(world.house.db);
  await looking(customer, ["Pricing"], "Gaming");
  const none = await world.call(updatePreference, { body: {} as never }, customer.token);
  expect(none.errors).toEqual({
    expertise_area_ids: ["Please select area of experience"],
    industry_id: ["Please select Industry Experience"],
    company_size_id: ["Please enter business size"],
  });
  const body = {
    expertise_area_ids: [choice("industries")],
    industry_id: choice("industries"),
    company_size_id: choice("company_sizes"),
  };
  expect((await world.call(updatePreference, { body }, customer.token)).errors).toEqual({
    expertise_area_ids: ["Please select area of experience"],
  });
  const { body: still } = await world.call(currentPreference, {}, customer.token);
  expect([still.industry?.name, still.expertise_areas.map(({ name }) => name)]).toEqual(["Gaming", ["Pricing"]]);
});

test("S-04 S-01 before the first time the preference is what the profile suggests, then what was last saved", async () => {
  const customer = await answerOnboarding(world.house, await makeMember(world.house, "customer"), {
    expertise: ["Sales", "Pricing"],
  });
  const choice = await choices(world.house.db);
  const guessed = await world.call(currentPreference, {}, customer.token);
  expect(guessed.body.expertise_areas.map(({ name }) => name)).toEqual(["Sales", "Pricing"]);
  const body = {
    expertise_area_ids: [choice("expertise_areas", "Finance")],
    industry_id: choice("industries", "Gaming"),
    company_size_id: choice("company_sizes", "51–100 people"),
  };
  expect((await world.call(updatePreference, { body }, customer.token)).status).toBe(200);
  const saved = await world.call(currentPreference, {}, customer.token);
  expect(saved.body).toEqual({
    industry: { id: body.industry_id, name: "Gaming" },
    company_size: { id: body.company_size_id, name: "51–100 people" },
    expertise_areas: [{ id: body.expertise_area_ids[0], name: "Finance" }],
  });
});

test("S-06 only approved, complete and payable advisors are matched, from the moment they are until they are not", async () => {
  const customer = await aCustomer();
  await looking(customer, ["Supply chain"], "Gaming");
  const incomplete = await markPayable(world.house, await makeMember(world.house, "advisor"));
  await world.call(
    saveAdvisorProfile,
    { body: { expertise_area_ids: [(await choices(world.house.db))("expertise_areas", "Supply chain")] } },
    incomplete.token,
  );
  const unpayable = await completeAdvisor(world.house, await makeMember(world.house, "advisor"), {
    expertise: ["Supply chain"],
  });
  expect(await matchesOf(customer)).toEqual([]);
  await markPayable(world.house, unpayable);
  expect(await matchesOf(customer)).toEqual([unpayable.id]);
  await updateMember(world.house.db, unpayable.id, { state: "suspended" });
  sessionsChanged(world.house, unpayable.id);
  expect(await matchesOf(customer)).toEqual([]);
});

test("S-05 S-06 best first with the parts that add up, ties by id, at most eight, and the same every time", async () => {
  const customer = await aCustomer();
  await looking(customer, ["Customer success", "Product management"], "Telecommunications");
  const industries = ["Telecommunications"];
  const distant = await anAdvisor({
    expertise: ["Customer success"],
    industries: ["Gaming"],
    sizes: ["Over 500 people"],
  });
  const near = await anAdvisor({
    expertise: ["Customer success", "Product management"],
    industries,
    sizes: ["51–100 people"],
  });
  const twins = [];
  for (let n = 0; n < 7; n++)
    twins.push((await anAdvisor({ expertise: ["Customer success", "Product management"], industries })).id);
  const { body } = await world.call(matchedAdvisors, {}, customer.token);
  expect(body.map(({ id }) => id)).toEqual([...twins, near.id]);
  expect(body.map(({ id }) => id)).not.toContain(distant.id);
  expect(await matchesOf(customer)).toEqual(body.map(({ id }) => id));
  for (const { match } of body) expect(match.parts.reduce((sum, { points }) => sum + points, 0)).toBe(match.score);
  expect(body[0]?.match.parts.map(({ name, of }) => `${name} ${of}`)).toEqual([
    "Expertise 45",
    "Industry 25",
    "Your size 15",
    "Track record 15",
  ]);
  expect(body.at(-1)?.match.reason).toBe(
    "Has done customer success and product management in telecommunications, mostly next to your size.",
  );
  expect(JSON.stringify(body)).not.toMatch(/email|phone|@example/);

  await looking(customer, ["Customer success"], "Gaming", "Over 500 people");
  expect((await matchesOf(customer))[0]).toBe(distant.id);
});

test("S-06 a completed engagement counts in the track record", async () => {
  const customer = await aCustomer();
  await looking(customer, ["Exits and acquisitions"], "Aerospace and defence");
  const story = { expertise: ["Exits and acquisitions"], industries: ["Aerospace and defence"] };
  const [first, second] = [await anAdvisor(story), await anAdvisor(story)];
  expect(await matchesOf(customer)).toEqual([first.id, second.id]);
  for (let n = 0; n < 2; n++) await makeEngagement(world.house, { advisor: second, customer, status: "completed" });
  await world.settle();
  expect(await matchesOf(customer)).toEqual([second.id, first.id]);
});

test("S-06 advisors who came into the database another way are found after the hourly look", async () => {
  const customer = await aCustomer();
  await looking(customer, ["Legal and compliance"], "Legal services");
  const advisor = await completeAdvisor(world.house, await makeMember(world.house, "advisor"), {
    expertise: ["Legal and compliance"],
  });
  await updateMember(world.house.db, advisor.id, { stripeSetup: true });
  expect(await matchesOf(customer)).toEqual([]);
  for (let hour = 0; hour < 24; hour++) {
    await refreshOutdated(world.house);
    world.clock.advance(3_600_000);
  }
  expect(await matchesOf(customer)).toEqual([advisor.id]);
});

test("an advisor reads on their home in how many lists they stood this week, and what would improve it", async () => {
  const advisor = await anAdvisor({
    expertise: ["Culture and leadership"],
    industries: ["Education"],
    feePerDay: null,
  });
  const fresh = await world.call(myMatches, {}, advisor.token);
  expect(fresh.body).toMatchObject({ listed: true, customers: 0, average_position: null });
  expect(fresh.body.advice.map(({ text }) => text)).toContain("Say what a day costs: members compare.");
  for (const expertise of [["Culture and leadership"], ["Culture and leadership", "Data and AI"]]) {
    const customer = await aCustomer();
    await looking(customer, expertise, "Logistics and transport");
    await matchesOf(customer);
    await matchesOf(customer);
  }
  const { body } = await world.call(myMatches, {}, advisor.token);
  expect(body).toMatchObject({ customers: 2, first: 2, average_position: 1 });
  expect(body.advice[0]?.text).toContain("industry");
});

test("S-08 a request in the customer's own words needs words, and reaches the team and the back office (decision 34)", async () => {
  const customer = await aCustomer();
  const empty = await world.call(requestAdvisor, { body: { message: "  " } }, customer.token);
  expect([empty.status, empty.errors]).toEqual([422, { message: ["Please enter description"] }]);
  const sent = await world.call(
    requestAdvisor,
    { body: { message: "Somebody who has taken a bakery to Norway." } },
    customer.token,
  );
  expect([sent.status, sent.body.message]).toEqual([201, texts.thanks]);
  const [mail] = await world.mailsTo(world.house.settings.teamEmail);
  expect(mail?.text).toContain("taken a bakery to Norway");
  await ask(world.house, customer, "And one who knows fish.");
  expect((await world.call(listRequests, {}, customer.token)).status).toBe(404);
  const staff = await makeStaff(world.house);
  const { body } = await world.call(listRequests, {}, staff.token);
  expect(body.entries[0]).toMatchObject({
    message: "And one who knows fish.",
    customer: { id: customer.id, email: customer.email },
  });
});

test("S-06 R-02 a review counts in the track record from the moment that its invoice is paid", async () => {
  const customer = await payMembership(
    world.house,
    await answerOnboarding(world.house, await makeMember(world.house, "customer")),
  );
  const story = { expertise: ["Board and governance"], industries: ["Energy and climate"] };
  const advisor = await connectPayouts(
    world.house,
    await completeAdvisor(world.house, await makeMember(world.house, "advisor"), story),
  );
  await looking(customer, ["Board and governance"], "Energy and climate");
  const record = async () => {
    await world.settle();
    return (await world.call(matchedAdvisors, {}, customer.token)).body[0]?.match.parts.at(-1)?.text;
  };
  const engagementId = await makeEngagement(world.house, { advisor, customer, status: "in_progress" });
  const invoiceId = await makeInvoice(world.house, { advisor, engagementId });
  await completeEngagement(world.house, customer.member, engagementId);
  await makeReview(world.house, { engagementId, customer, rating: 4 });
  expect(await record()).not.toContain("review");
  await makePaid(world.house, customer, invoiceId);
  expect(await record()).toContain("4.0 from 1 verified review, 1 engagement completed");
});

/** Another process on the same database: whatever it knows it heard on its own bus. */
async function anotherProcess(database: Database) {
  const bus = await openBus(database, (error) => {
    throw error;
  });
  const heard = arrivals<number>();
  bus.subscribe("so far", (count) => heard.push(count));
  return {
    index: matchIndexOf({ ...world.house, bus }),
    /** Resolves when all that our own process has said until now has arrived. */
    hears: async (count: number) => {
      await matchIndexOf(world.house).told();
      world.house.bus.publish("so far", count);
      await heard.next((each) => each === count);
    },
    close: bus.close,
  };
}

async function wantedIn(expertise: string, industry: string) {
  const choice = await choices(world.house.db);
  return {
    expertiseAreaIds: [choice("expertise_areas", expertise)],
    industryId: choice("industries", industry),
    companySizeId: choice("company_sizes"),
    nextSizeIds: [],
  };
}

test.runIf(process.env["TEST_DATABASE_URL"])(
  "S-06 what changes in one process is found by the others as soon as they hear of it",
  async () => {
    const other = await anotherProcess(world.house.database);
    const wanted = await wantedIn("Digital transformation", "Travel and tourism");
    expect(await other.index.best(wanted, 8)).toEqual([]);
    const advisor = await anAdvisor({ expertise: ["Digital transformation"], industries: ["Travel and tourism"] });
    await other.hears(1);
    const ids = async () => (await other.index.best(wanted, 8)).map(({ id }) => id);
    expect(await ids()).toEqual([advisor.id]);
    await updateMember(world.house.db, advisor.id, { state: "suspended" });
    sessionsChanged(world.house, advisor.id);
    await other.hears(2);
    expect(await ids()).toEqual([]);
    await other.close();
  },
);

test("S-06 a process that heard nothing of a change finds it at its next look, however many there are", async () => {
  // An embedded database has no line to other processes: this one hears nothing.
  const deaf = await anotherProcess({ ...world.house.database, kind: "embedded" });
  const wanted = await wantedIn("International expansion", "Hospitality and leisure");
  const ids = async () => (await deaf.index.best(wanted, 8)).map(({ id }) => id);
  expect(await ids()).toEqual([]);
  const story = { expertise: ["International expansion"], industries: ["Hospitality and leisure"] };
  const advisors = [(await anAdvisor(story)).id, (await anAdvisor(story)).id];
  await matchIndexOf(world.house).told();
  expect(await ids()).toEqual([]);
  await deaf.index.catchUp();
  expect(await ids()).toEqual(advisors);
  await deaf.close();
});
