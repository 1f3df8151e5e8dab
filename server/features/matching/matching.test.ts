import {
  currentPreference,
  listRequests,
  matchedAdvisors,
  myMatches,
  requestAdvisor,
  updatePreference,
} from "@plumbline/contract/matching/contract.ts";
import { texts } from "@plumbline/contract/matching/rules.ts";
import { listConversations } from "@plumbline/contract/messages/contract.ts";
import { saveAdvisorProfile } from "@plumbline/contract/profiles/contract.ts";
import { decideReport } from "@plumbline/contract/reports/contract.ts";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { sessionsChanged } from "../../auth/members.ts";
import { openBus } from "../../bus/bus.ts";
import { topic } from "../../bus/topic.ts";
import type { Database } from "../../database/database.ts";
import { makeEngagement } from "../../demo/engagements.ts";
import { makeInvoice, makePaid } from "../../demo/invoices.ts";
import { saveSearch, sendAdvisorRequest } from "../../demo/matching.ts";
import { connectPayouts, payMembership } from "../../demo/membership.ts";
import { converse } from "../../demo/messages.ts";
import { choices, makeMember, makeStaff, type Person } from "../../demo/people.ts";
import { type AdvisorStory, answerOnboarding, completeAdvisor, markPayable } from "../../demo/profiles.ts";
import { makeReview } from "../../demo/reviews.ts";
import { makeReport } from "../../demo/sanctions.ts";
import { arrivals } from "../../testing/cable-clients.ts";
import { testServer } from "../../testing/plumbline.ts";
import { recordRoundTrips } from "../../testing/round-trips.ts";
import { updateMember } from "../accounts/store.ts";
import { completeEngagement } from "../engagements/actions.ts";
import { refreshListing, refreshOutdated } from "./listing.ts";
import { openMatchIndex } from "./match-index.ts";

const server = testServer();
const roundTrips = recordRoundTrips();
afterAll(roundTrips.stop);

async function makeCustomer(): Promise<Person> {
  return markPayable(
    server.context,
    await answerOnboarding(server.context, await makeMember(server.context, "customer")),
  );
}
async function makeAdvisor(story: AdvisorStory = {}): Promise<Person> {
  return markPayable(
    server.context,
    await completeAdvisor(server.context, await makeMember(server.context, "advisor"), story),
  );
}
const matchesOf = async (customer: Person) =>
  (await server.call(matchedAdvisors, {}, customer.token)).body.map(({ id }) => id);
/** Each test searches areas of its own, so that it does not find the advisors of other tests. */
const searchFor = async (customer: Person, expertise: string[], industry: string, size = "11–50 people") =>
  saveSearch(server.context, customer, { expertise, industry, size });

test("S-06 W-06 matches are for customers: a visitor signs in first, for an advisor they do not exist", async () => {
  expect((await server.call(matchedAdvisors, {})).status).toBe(401);
  const advisor = await makeAdvisor({ expertise: ["Sustainability"] });
  expect((await server.call(matchedAdvisors, {}, advisor.token)).status).toBe(404);
  expect((await server.call(currentPreference, {}, advisor.token)).status).toBe(404);
  expect((await server.call(myMatches, {}, (await makeCustomer()).token)).status).toBe(404);
});

test("S-09 without a membership the matches are refused, and nobody is signed out for it", async () => {
  const customer = await answerOnboarding(server.context, await makeMember(server.context, "customer"));
  const refused = await server.call(matchedAdvisors, {}, customer.token);
  expect([refused.status, refused.errors]).toEqual([409, { base: [texts.needsPlan] }]);
});

test("S-02 S-03 a preference with a part missing, or from another list, is refused and the old one stays", async () => {
  const customer = await makeCustomer();
  const choice = await choices(server.context.db);
  await searchFor(customer, ["Pricing"], "Gaming");
  const none = await server.call(updatePreference, { body: {} as never }, customer.token);
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
  expect((await server.call(updatePreference, { body }, customer.token)).errors).toEqual({
    expertise_area_ids: ["Please select area of experience"],
  });
  const { body: still } = await server.call(currentPreference, {}, customer.token);
  expect([still.industry?.name, still.expertise_areas.map(({ name }) => name)]).toEqual(["Gaming", ["Pricing"]]);
});

test("S-04 S-01 before the first save the preference comes from the profile, then it is what was last saved", async () => {
  const customer = await answerOnboarding(server.context, await makeMember(server.context, "customer"), {
    expertise: ["Sales", "Pricing"],
  });
  const choice = await choices(server.context.db);
  const guessed = await server.call(currentPreference, {}, customer.token);
  expect(guessed.body.expertise_areas.map(({ name }) => name)).toEqual(["Sales", "Pricing"]);
  const body = {
    expertise_area_ids: [choice("expertise_areas", "Finance")],
    industry_id: choice("industries", "Gaming"),
    company_size_id: choice("company_sizes", "51–100 people"),
  };
  expect((await server.call(updatePreference, { body }, customer.token)).status).toBe(200);
  const saved = await server.call(currentPreference, {}, customer.token);
  expect(saved.body).toEqual({
    industry: { id: body.industry_id, name: "Gaming" },
    company_size: { id: body.company_size_id, name: "51–100 people" },
    expertise_areas: [{ id: body.expertise_area_ids[0], name: "Finance" }],
  });
});

test("S-06 only approved, complete and payable advisors are matched, from the moment they are until they are not", async () => {
  const customer = await makeCustomer();
  await searchFor(customer, ["Supply chain"], "Gaming");
  const incomplete = await markPayable(server.context, await makeMember(server.context, "advisor"));
  await server.call(
    saveAdvisorProfile,
    { body: { expertise_area_ids: [(await choices(server.context.db))("expertise_areas", "Supply chain")] } },
    incomplete.token,
  );
  const unpayable = await completeAdvisor(server.context, await makeMember(server.context, "advisor"), {
    expertise: ["Supply chain"],
  });
  expect(await matchesOf(customer)).toEqual([]);
  await markPayable(server.context, unpayable);
  expect(await matchesOf(customer)).toEqual([unpayable.id]);
  await updateMember(server.context.db, unpayable.id, { state: "suspended" });
  sessionsChanged(server.context, unpayable.id);
  expect(await matchesOf(customer)).toEqual([]);
});

test("S-05 S-06 best first with the parts that add up, ties by id, at most eight, and the same every time", async () => {
  const customer = await makeCustomer();
  await searchFor(customer, ["Customer success", "Product management"], "Telecommunications");
  const industries = ["Telecommunications"];
  const distant = await makeAdvisor({
    expertise: ["Customer success"],
    industries: ["Gaming"],
    sizes: ["Over 500 people"],
  });
  const near = await makeAdvisor({
    expertise: ["Customer success", "Product management"],
    industries,
    sizes: ["51–100 people"],
  });
  const tied = [];
  for (let n = 0; n < 7; n++)
    tied.push((await makeAdvisor({ expertise: ["Customer success", "Product management"], industries })).id);
  const { body } = await server.call(matchedAdvisors, {}, customer.token);
  expect(body.map(({ id }) => id)).toEqual([...tied, near.id]);
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

  await searchFor(customer, ["Customer success"], "Gaming", "Over 500 people");
  expect((await matchesOf(customer))[0]).toBe(distant.id);
});

test("S-05 rule 21 what is known of the matches is read in one round trip, and a second look writes nothing", async () => {
  const customer = await makeCustomer();
  await searchFor(customer, ["Operations"], "Telecommunications");
  const advisor = await makeAdvisor({ expertise: ["Operations"] });
  await server.settle();
  const first = await server.call(matchedAdvisors, {}, customer.token, { "idempotency-key": "first look" });
  expect(first.body.map(({ id }) => id)).toEqual([advisor.id]);
  const second = await server.call(matchedAdvisors, {}, customer.token, { "idempotency-key": "second look" });
  expect(second.body).toEqual(first.body);
  const tables = ["match_rows", "match_showings", "profiles", "unnest"];
  /** The statements about the found, by round trip; others on the same connection are none of the call's. */
  const trips = (key: string) =>
    roundTrips
      .of(key)
      .writes.map((texts) => texts.flatMap((text) => /(?:from|into) "?(\w+)/.exec(text)?.[1] ?? []))
      .map((named) => named.filter((name) => tables.includes(name)).sort())
      .filter(({ length }) => length > 0);
  expect(trips("second look")).toEqual([tables]);
  expect(trips("first look")).toEqual([tables, ["match_showings"]]);
});

test("S-06 a completed engagement counts in the track record", async () => {
  const customer = await makeCustomer();
  await searchFor(customer, ["Exits and acquisitions"], "Aerospace and defence");
  const story = { expertise: ["Exits and acquisitions"], industries: ["Aerospace and defence"] };
  const [first, second] = [await makeAdvisor(story), await makeAdvisor(story)];
  expect(await matchesOf(customer)).toEqual([first.id, second.id]);
  for (let n = 0; n < 2; n++) await makeEngagement(server.context, { advisor: second, customer, status: "completed" });
  await server.settle();
  expect(await matchesOf(customer)).toEqual([second.id, first.id]);
});

test("S-06 advisors whose rows were written without an event are found after the hourly refresh", async () => {
  const customer = await makeCustomer();
  await searchFor(customer, ["Legal and compliance"], "Legal services");
  const advisor = await completeAdvisor(server.context, await makeMember(server.context, "advisor"), {
    expertise: ["Legal and compliance"],
  });
  // Otherwise the handler of profile.saved may run after the write below and list the advisor at once.
  await server.settle();
  await updateMember(server.context.db, advisor.id, { stripeSetup: true });
  expect(await matchesOf(customer)).toEqual([]);
  // From the beginning of an hour, so that none passes between two of the refreshes.
  const hour = 3_600_000;
  server.clock.advance(hour - (server.clock.now().getTime() % hour));
  for (let passed = 0; passed < 24; passed++) {
    await refreshOutdated(server.context);
    server.clock.advance(hour);
  }
  expect(await matchesOf(customer)).toEqual([advisor.id]);
});

test("H-17 an advisor reads on their home in how many lists they appeared this week, and what would improve it", async () => {
  const advisor = await makeAdvisor({
    expertise: ["Culture and leadership"],
    industries: ["Education"],
    feePerDay: null,
  });
  const fresh = await server.call(myMatches, {}, advisor.token);
  expect(fresh.body).toMatchObject({ listed: true, customers: 0, average_position: null });
  expect(fresh.body.profile.missing.map(({ label }) => label)).toContain("Add your fee");
  for (const expertise of [["Culture and leadership"], ["Culture and leadership", "Data and AI"]]) {
    const customer = await makeCustomer();
    await searchFor(customer, expertise, "Logistics and transport");
    await matchesOf(customer);
    await matchesOf(customer);
  }
  const { body } = await server.call(myMatches, {}, advisor.token);
  expect(body).toMatchObject({ customers: 2, first: 2, average_position: 1 });
  expect(body.advice[0]?.text).toContain("industry");
});

test("S-08 a request in the customer's own words needs words, and reaches the team and the back office (decision 34)", async () => {
  const customer = await makeCustomer();
  const empty = await server.call(requestAdvisor, { body: { message: "  " } }, customer.token);
  expect([empty.status, empty.errors]).toEqual([422, { message: ["Please enter description"] }]);
  const sent = await server.call(
    requestAdvisor,
    { body: { message: "Somebody who has taken a bakery to Norway." } },
    customer.token,
  );
  expect([sent.status, sent.body.message]).toEqual([201, texts.thanks]);
  const [mail] = await server.mailsTo(server.context.settings.teamEmail);
  expect(mail?.text).toContain("taken a bakery to Norway");
  await sendAdvisorRequest(server.context, customer, "And one who knows fish.");
  expect((await server.call(listRequests, {}, customer.token)).status).toBe(404);
  const staff = await makeStaff(server.context);
  const { body } = await server.call(listRequests, {}, staff.token);
  expect(body.entries[0]).toMatchObject({
    message: "And one who knows fish.",
    customer: { id: customer.id, email: customer.email },
  });
});

test("S-06 R-02 a review counts in the track record from the moment that its invoice is paid", async () => {
  const customer = await payMembership(
    server.context,
    await answerOnboarding(server.context, await makeMember(server.context, "customer")),
  );
  const story = { expertise: ["Board and governance"], industries: ["Energy and climate"] };
  const advisor = await connectPayouts(
    server.context,
    await completeAdvisor(server.context, await makeMember(server.context, "advisor"), story),
  );
  await searchFor(customer, ["Board and governance"], "Energy and climate");
  const record = async () => {
    await server.settle();
    return (await server.call(matchedAdvisors, {}, customer.token)).body[0]?.match.parts.at(-1)?.text;
  };
  const engagementId = await makeEngagement(server.context, { advisor, customer, status: "in_progress" });
  const invoiceId = await makeInvoice(server.context, { advisor, engagementId });
  await completeEngagement(server.context, customer.member, engagementId);
  await makeReview(server.context, { engagementId, customer, rating: 4 });
  expect(await record()).not.toContain("review");
  await makePaid(server.context, customer, invoiceId);
  expect(await record()).toContain("4.0 from 1 verified review, 1 engagement completed");
  const { body } = await server.call(matchedAdvisors, {}, customer.token);
  expect(body[0]?.track_record).toMatchObject({
    rating: 4,
    reviews: 1,
    response_minutes: null,
    latest_review: {
      rating: 4,
      rating_chosen: true,
      text: "Clear, calm and quick. The board pack is the first that everybody reads.",
      customer: { id: customer.id, name: "Priya Raman", company_name: "Tallow & Finch" },
    },
  });
});

test("S-10 G-64 what stands in the place of a removed review is not quoted as its customer's words; an earlier review is", async () => {
  const customer = await makeCustomer();
  const advisor = await makeAdvisor({ expertise: ["Board and governance"], industries: ["Legal services"] });
  await searchFor(customer, ["Board and governance"], "Legal services");
  const ids: number[] = [];
  for (const rating of [2, 4]) {
    const engagementId = await makeEngagement(server.context, { advisor, customer, status: "completed" });
    ids.push(await makeReview(server.context, { engagementId, customer, rating }));
  }
  const quoted = async () => {
    const { body } = await server.call(matchedAdvisors, {}, customer.token);
    return body.find(({ id }) => id === advisor.id)?.track_record.latest_review?.rating;
  };
  expect(await quoted()).toBe(4);
  const staff = await makeStaff(server.context);
  const remove = async (id = 0) => {
    const report = await makeReport(server.context, advisor, customer, { kind: "review", id });
    const body = { act: "remove", answer: "Removed.", reason: "An insult.", next_steps: "Please be fair." } as const;
    expect((await server.call(decideReport, { params: { id: report }, body }, staff.token)).status).toBe(200);
  };
  await remove(ids[1]);
  expect(await quoted()).toBe(2);
  await remove(ids[0]);
  expect(await quoted()).toBeUndefined();
});

test("S-10 H-17 a match says how soon the advisor usually answers: the median of three conversations or more", async () => {
  const advisor = await makeAdvisor({ expertise: ["Sustainability"], industries: ["Creative and media"] });
  const customers = [await makeCustomer(), await makeCustomer(), await makeCustomer()];
  const [first, second, third] = customers as [Person, Person, Person];
  await searchFor(first, ["Sustainability"], "Creative and media");
  const answersIn = async () => {
    await refreshListing(server.context, [advisor.id]);
    const { body } = await server.call(matchedAdvisors, { query: { limit: 1 } }, first.token);
    expect(body.map(({ id }) => id)).toEqual([advisor.id]);
    return body[0]?.track_record.response_minutes;
  };
  const answer = (customer: Person) => converse(server.context, [[advisor, customer, "Hello"]]);
  for (const customer of customers) await converse(server.context, [[customer, advisor, "Hello?"]]);
  server.clock.advance(30 * 60_000);
  await answer(first);
  const [answered] = (await server.call(listConversations, {}, first.token)).body;
  expect(answered?.answered_at).toBe(answered?.last_message?.created_at);
  server.clock.advance(60 * 60_000);
  await converse(server.context, [[first, advisor, "And?"]]);
  await answer(first);
  await answer(second);
  expect((await server.call(listConversations, {}, first.token)).body[0]?.answered_at).toBe(answered?.answered_at);
  expect((await server.call(listConversations, {}, third.token)).body[0]?.answered_at).toBe(null);
  // The third has not waited for a day: it does not count yet, and two are too few.
  expect(await answersIn()).toBe(null);
  server.clock.advance(24 * 3_600_000);
  expect(await answersIn()).toBe(90);
  await answer(third);
  expect(await answersIn()).toBe(90);
});

const progressTopic = topic("so far", z.number());
/** Another process's match index on the same database, with a bus of its own. */
async function anotherProcess(database: Database) {
  const bus = await openBus(database, (error) => {
    throw error;
  });
  const received = arrivals<number>();
  bus.subscribe(progressTopic, (count) => received.push(count));
  return {
    index: openMatchIndex({ ...server.context, bus }),
    /** Resolves when everything that our own process has published so far has arrived. */
    receives: async (count: number) => {
      await server.context.matchIndex.whenUpToDate();
      server.context.bus.publish(progressTopic, count);
      await received.next((each) => each === count);
    },
    close: bus.close,
  };
}

async function criteriaFor(expertise: string, industry: string) {
  const choice = await choices(server.context.db);
  return {
    expertiseAreaIds: [choice("expertise_areas", expertise)],
    industryId: choice("industries", industry),
    companySizeId: choice("company_sizes"),
    nextSizeIds: [],
  };
}

test.runIf(process.env["TEST_DATABASE_URL"])(
  "S-06 a change in one process is found by the others as soon as they are notified",
  async () => {
    const other = await anotherProcess(server.context.database);
    const wanted = await criteriaFor("Digital transformation", "Travel and tourism");
    expect(await other.index.best(wanted, 8)).toEqual([]);
    const advisor = await makeAdvisor({ expertise: ["Digital transformation"], industries: ["Travel and tourism"] });
    await other.receives(1);
    const ids = async () => (await other.index.best(wanted, 8)).map(({ id }) => id);
    expect(await ids()).toEqual([advisor.id]);
    await updateMember(server.context.db, advisor.id, { state: "suspended" });
    sessionsChanged(server.context, advisor.id);
    await other.receives(2);
    expect(await ids()).toEqual([]);
    await other.close();
  },
);

test("S-06 a process that was not notified of changes finds all of them at its next catch-up", async () => {
  // With an embedded database the bus does not connect processes, so this one is not notified.
  const isolated = await anotherProcess({ ...server.context.database, kind: "embedded" });
  const wanted = await criteriaFor("International expansion", "Hospitality and leisure");
  const ids = async () => (await isolated.index.best(wanted, 8)).map(({ id }) => id);
  expect(await ids()).toEqual([]);
  const story = { expertise: ["International expansion"], industries: ["Hospitality and leisure"] };
  const advisors = [(await makeAdvisor(story)).id, (await makeAdvisor(story)).id];
  await server.context.matchIndex.whenUpToDate();
  expect(await ids()).toEqual([]);
  await isolated.index.catchUp();
  expect(await ids()).toEqual(advisors);
  await isolated.close();
});
