import { updatePreference } from "@plumbline/contract/matching/contract.ts";
import { readOwnProfile, saveAdvisorProfile } from "@plumbline/contract/profiles/contract.ts";
import { customerDatatables, type Kind } from "@plumbline/contract/reference/contract.ts";
import * as lists from "@plumbline/contract/reference/lists.ts";
import { beforeAll, expect, test } from "vitest";
import { makeEngagement } from "../../demo/engagements.ts";
import { choices, makeMember, makeStaff, type Person, setUp } from "../../demo/people.ts";
import { testServer } from "../../testing/plumbline.ts";
import { engagements } from "../engagements/schema.ts";
import { columnsOfOne, columnsOfSeveral, profiles } from "../profiles/schema.ts";
import { finishMerges } from "./merging.ts";

const server = testServer();
let ada: Person;
let ben: Person;
beforeAll(async () => {
  ada = await makeStaff(server.context, { name: "Ada Lind", role: "operations" });
  ben = await makeStaff(server.context, { name: "Ben Rowe", role: "owner" });
});

const list = async (kind: Kind) => (await server.call(lists.readList, { params: { kind } }, ada.token)).body.entries;
const entry = async (kind: Kind, name: string) => {
  const found = (await list(kind)).find((each) => each.name === name);
  if (!found) throw new Error(`no ${name}`);
  return found;
};
const add = (kind: Kind, name: string) => server.call(lists.addEntry, { params: { kind }, body: { name } }, ada.token);
const offered = async (kind: "industries" | "expertise_areas" | "job_titles") =>
  (await server.call(customerDatatables, {})).body[kind].map(({ name }) => name);
const saveAdvisor = (by: Person, body: object) =>
  server.call(saveAdvisorProfile, { body: { advisor_profile: body } }, by.token);

test("G-90 refused: a name that is there already, two lines, another list, cities' countries, an older version, an order by name", async () => {
  expect((await add("industries", "education")).errors).toEqual({ name: ["This list has such an entry already."] });
  expect((await add("industries", "One\nTwo")).errors).toEqual({ name: ["Please write it in one line."] });
  expect((await add("industries", "x".repeat(101))).status).toBe(422);
  const elsewhere = { params: { kind: "cities" as const }, query: { country_id: 2_147_483_647 } };
  expect((await server.call(lists.readList, elsewhere, ada.token)).status).toBe(404);
  const [gaming, sales] = [await entry("industries", "Gaming"), await entry("expertise_areas", "Sales")];
  const merge = (from: lists.ListEntry, into: number, version = from.version) =>
    server.call(lists.mergeEntry, { params: { id: from.id }, body: { into, version } }, ada.token);
  expect((await merge(gaming, sales.id)).errors).toEqual({ into: ["Please choose an entry of the same list."] });
  expect((await merge(gaming, gaming.id)).errors).toEqual({ into: ["Please choose another entry."] });
  const [uk, france] = [await entry("countries", "United Kingdom"), await entry("countries", "France")];
  expect((await merge(france, uk.id)).status).toBe(409);
  const ids = (await list("industries")).map(({ id }) => id);
  const order = { params: { kind: "industries" as const }, body: { before: ids, ids } };
  expect((await server.call(lists.orderList, order, ada.token)).errors).toEqual({
    base: ["This list is shown by name, so it has no order of its own."],
  });
  const rename = (by: Person, name: string) =>
    server.call(lists.renameEntry, { params: { id: gaming.id }, body: { name, version: gaming.version } }, by.token);
  expect((await rename(ben, "Games")).status).toBe(200);
  expect((await rename(ada, "Play")).errors).toEqual({
    base: ["Ben Rowe changed this entry in the meantime. Please look again."],
  });
  expect(await offered("industries")).toContain("Games");
});

test("G-90 what is added is offered within a second, what is retired is kept by those who have it and chosen by nobody else", async () => {
  expect((await add("expertise_areas", "Beekeeping")).status).toBe(200);
  await expect.poll(() => offered("expertise_areas")).toContain("Beekeeping");
  const { id, version } = await entry("expertise_areas", "Beekeeping");
  const [has, wants] = [await makeMember(server.context, "advisor"), await makeMember(server.context, "advisor")];
  await saveAdvisor(has, { expertise_area_ids: [id] });
  await server.call(lists.retireEntry, { params: { id }, body: { version } }, ada.token);
  await expect.poll(() => offered("expertise_areas")).not.toContain("Beekeeping");
  await expect.poll(async () => (await saveAdvisor(wants, { expertise_area_ids: [id] })).status).toBe(422);
  const kept = await saveAdvisor(has, { expertise_area_ids: [id], head_line: "Bees" });
  expect(kept.body.profile.expertise_areas.map(({ name }) => name)).toEqual(["Beekeeping"]);
  await server.call(lists.offerEntry, { params: { id }, body: { version: version + 1 } }, ada.token);
  await expect.poll(() => offered("expertise_areas")).toContain("Beekeeping");
});

test("G-90 company sizes are put into another order, once by whoever was first", async () => {
  const before = (await list("company_sizes")).map(({ id }) => id);
  const order = (ids: number[], by: Person) =>
    server.call(lists.orderList, { params: { kind: "company_sizes" }, body: { before, ids } }, by.token);
  expect((await order(before.slice(1), ben)).status).toBe(422);
  expect((await order(before.toReversed(), ben)).body.entries.map(({ id }) => id)).toEqual(before.toReversed());
  expect((await order(before, ada)).status).toBe(409);
});

test("G-90 of several orders at the same moment one is taken, and the others learn that the list has changed", async () => {
  const before = (await list("company_sizes")).map(({ id }) => id);
  // Each moves another entry to the front, which is the entry whose row it writes last or first.
  const orders = before.slice(1).map((front) => [front, ...before.filter((id) => id !== front)]);
  const answers = await Promise.all(
    orders.map((ids) =>
      server.call(lists.orderList, { params: { kind: "company_sizes" }, body: { before, ids } }, ada.token),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...orders.slice(1).map(() => 409)]);
  const taken = orders[answers.findIndex(({ status }) => status === 200)];
  expect((await list("company_sizes")).map(({ id }) => id)).toEqual(taken);
});

test("G-91 after a merge everybody who had the one entry has the other, once, and the matching knows", async () => {
  const { context } = server;
  await add("expertise_areas", "Selling");
  const [from, into] = [await entry("expertise_areas", "Selling"), await entry("expertise_areas", "Sales")];
  const [advisor, both] = [
    await setUp(context, await makeMember(context, "advisor")),
    await makeMember(context, "advisor"),
  ];
  const customer = await setUp(context, await makeMember(context, "customer"));
  await saveAdvisor(advisor, { expertise_area_ids: [from.id] });
  await saveAdvisor(both, { expertise_area_ids: [into.id, from.id] });
  const choice = await choices(context.db);
  const wanted = { industry_id: choice("industries"), company_size_id: choice("company_sizes") };
  await server.call(updatePreference, { body: { ...wanted, expertise_area_ids: [from.id] } }, customer.token);
  const engagement = await makeEngagement(context, { advisor, customer, status: "proposed" });
  await context.db.update(engagements).set({ themeId: from.id });

  const merging = { params: { id: from.id }, body: { into: into.id, version: from.version } };
  expect((await server.call(lists.mergeEntry, merging, ada.token)).status).toBe(200);
  expect((await server.call(lists.mergeEntry, merging, ben.token)).status).toBe(409);
  await server.settle();
  const areas = async (by: Person) => {
    const own = await server.call(readOwnProfile, { params: { role: "advisors" } }, by.token);
    return own.body.profile.expertise_areas.map(({ name }) => name);
  };
  expect([await areas(advisor), await areas(both)]).toEqual([["Sales"], ["Sales"]]);
  const row = await context.db.query.matchRows.findFirst({ where: (each, { eq }) => eq(each.memberId, advisor.id) });
  expect(row?.expertiseAreaIds).toEqual([into.id]);
  const search = await context.db.query.preferences.findFirst({
    where: (each, { eq }) => eq(each.memberId, customer.id),
  });
  expect(search?.expertiseAreaIds).toEqual([into.id]);
  const made = await context.db.query.engagements.findFirst({ where: (each, { eq }) => eq(each.id, engagement) });
  expect(made?.themeId).toBe(into.id);
  expect((await list("expertise_areas")).map(({ name }) => name)).not.toContain("Selling");
});

test("G-91 the name of a merged entry is free: what it was merged into takes it, and then no other entry may", async () => {
  await add("industries", "Fintech");
  await add("industries", "Financial tech");
  const [from, into] = [await entry("industries", "Fintech"), await entry("industries", "Financial tech")];
  const merging = { params: { id: from.id }, body: { into: into.id, version: from.version } };
  expect((await server.call(lists.mergeEntry, merging, ada.token)).status).toBe(200);
  const renaming = { params: { id: into.id }, body: { name: "Fintech", version: into.version } };
  expect((await server.call(lists.renameEntry, renaming, ada.token)).status).toBe(200);
  expect((await add("industries", "Fintech")).errors).toEqual({ name: ["This list has such an entry already."] });
  expect((await entry("industries", "Fintech")).id).toBe(into.id);
  const again = await entry("industries", "Fintech");
  const merged = {
    params: { id: again.id },
    body: { into: (await entry("industries", "Education")).id, version: again.version },
  };
  expect((await server.call(lists.mergeEntry, merged, ada.token)).status).toBe(200);
  expect((await add("industries", "Fintech")).status).toBe(200);
});

test("G-91 what was saved while a merge was made is replaced by the job, which counts the merge as finished a minute later", async () => {
  const { context } = server;
  await add("value_sets", "Honesty");
  const [from, into] = [await entry("value_sets", "Honesty"), await entry("value_sets", "Candour")];
  await server.call(lists.mergeEntry, { params: { id: from.id }, body: { into: into.id, version: 1 } }, ada.token);
  const advisor = await makeMember(context, "advisor");
  await context.db.update(profiles).set({ valueSetIds: [from.id], valueSetId: from.id });
  server.clock.advance(61_000);
  await finishMerges(context);
  const own = await server.call(readOwnProfile, { params: { role: "advisors" } }, advisor.token);
  expect(own.body.profile.value_sets.map(({ name }) => name)).toEqual(["Candour"]);
  const row = await context.db.query.referenceEntries.findFirst({ where: (each, { eq }) => eq(each.id, from.id) });
  expect(row?.replacedAt).not.toBeNull();
});

test("G-91 every column of a profile that holds entries is replaced", () => {
  const others = ["memberId", "photoId", "largePhotoId"];
  const ids = Object.keys(profiles).filter((name) => /Ids?$/.test(name) && !others.includes(name));
  expect([...columnsOfOne, ...columnsOfSeveral].toSorted()).toEqual(ids.toSorted());
});
