import { searchMessages, sendMessage, uploadMessageFile } from "@plumbline/contract/messages/contract.ts";
import { beforeAll, expect, test } from "vitest";
import { converse } from "../../demo/messages.ts";
import { makeMember, makeStaff, type Person, setUp } from "../../demo/people.ts";
import { testServer } from "../../testing/plumbline.ts";

const server = testServer();
let customer: Person;
let advisor: Person;
let other: Person;
let stranger: Person;
let staff: Person;

beforeAll(async () => {
  const { context } = server;
  staff = await makeStaff(context);
  const make = async (role: "customer" | "advisor", name: string) =>
    setUp(context, await makeMember(context, role, { name }, staff));
  customer = await make("customer", "Priya Raman");
  advisor = await make("advisor", "Harriet Osei");
  other = await make("advisor", "Owen Price");
  stranger = await make("customer", "Sam Stranger");
  await converse(context, [
    [customer, advisor, "Could we look at the pricing before the board meets?"],
    [advisor, customer, "Of course. Zoë's pricing-model is at https://example.test/model_2026; it's £1,200.50."],
    [stranger, advisor, "Pricing is a secret of the stranger's."],
    [customer, other, "Pricing for hiring, please. ПРИВЕТ 100%"],
  ]);
  for (const [from, to, name] of [
    [customer, advisor, "Board pack, November.txt"],
    [advisor, customer, "Pricing model.txt"],
    [stranger, advisor, "Secret pricing.txt"],
    [customer, other, "Team.txt"],
  ] as const) {
    const files = [new File(["some notes"], name, { type: "text/plain" })];
    const file = (await server.call(uploadMessageFile, { files }, from.token)).body;
    const message = { body: "", attachment_ids: [file.id] };
    await server.call(sendMessage, { body: { receiver_id: to.id, message } }, from.token);
  }
});

type Query = { q?: string; receiver_id?: number; files?: "yes"; before?: number };
const search = (who: Person, query: Query) => server.call(searchMessages, { query }, who.token);
const found = async (who: Person, query: Query) =>
  (await search(who, query)).body.entries.map(
    ({ body, attachments }) => body.slice(0, 11) || (attachments[0]?.file_name ?? ""),
  );

test("decision 65 M-11 visitors get 401 and staff 404, and bad input is refused by field", async () => {
  expect((await server.call(searchMessages, { query: { q: "pricing" } })).status).toBe(401);
  expect((await search(staff, { q: "pricing" })).status).toBe(404);
  const refused = await search(customer, { q: "a".repeat(101), receiver_id: 0, files: "no" as "yes", before: -1 });
  expect([refused.status, Object.keys((refused.body as unknown as { errors: object }).errors).sort()]).toEqual([
    422,
    ["before", "files", "q", "receiver_id"],
  ]);
});

test.each<[what: string, query: Query, bodies: string[]]>([
  ["a word, newest first", { q: "pricing" }, ["Pricing for", "Of course. ", "Could we lo"]],
  ["the beginning of a word", { q: "pric" }, ["Pricing for", "Of course. ", "Could we lo"]],
  ["no end of a word", { q: "ricing" }, []],
  ["all words, in any order", { q: "meets PRICING board" }, ["Could we lo"]],
  ["words without their accents", { q: "zoe" }, ["Of course. "]],
  ["words with more accents", { q: "ZÓË" }, ["Of course. "]],
  ["a part of an address", { q: "model_2026" }, ["Of course. "]],
  ["a number", { q: "1,200" }, ["Of course. "]],
  ["another script", { q: "привет" }, ["Pricing for"]],
  ["a word that nobody wrote", { q: "bicycle" }, []],
  ["signs alone", { q: "%'&|!()#:*" }, []],
  ["a query's own signs", { q: "!pricing | board:*" }, ["Could we lo"]],
  ["nothing", {}, []],
])("decision 65 messages are found by %s", async (_what, query, bodies) => {
  expect(await found(customer, query)).toEqual(bodies);
});

test("decision 65 M-18 only one's own conversations are searched, and a stranger's cannot be told from none", async () => {
  expect(await found(stranger, { q: "pricing" })).toEqual(["Pricing is "]);
  expect(await found(other, { q: "pricing" })).toEqual(["Pricing for"]);
  expect(await found(customer, { q: "pricing", receiver_id: advisor.id })).toEqual(["Of course. ", "Could we lo"]);
  for (const receiver_id of [stranger.id, staff.id, customer.id, 2_000_000_000])
    for (const files of [undefined, "yes" as const]) {
      const answer = await search(customer, { q: "pricing", receiver_id, ...(files ? { files } : {}) });
      expect([answer.status, answer.body]).toEqual([200, { entries: [], more: false }]);
    }
  expect(await found(stranger, { q: "board", files: "yes" })).toEqual([]);
});

test("decision 65 files are found by parts of their names, and all of a conversation without words", async () => {
  expect(await found(customer, { files: "yes" })).toEqual([
    "Team.txt",
    "Pricing model.txt",
    "Board pack, November.txt",
  ]);
  expect(await found(customer, { files: "yes", receiver_id: advisor.id })).toEqual([
    "Pricing model.txt",
    "Board pack, November.txt",
  ]);
  expect(await found(advisor, { files: "yes", q: "CING" })).toEqual(["Secret pricing.txt", "Pricing model.txt"]);
  expect(await found(customer, { files: "yes", q: "november board" })).toEqual(["Board pack, November.txt"]);
});

test("decision 65 results are paged by key, each once", async () => {
  const lines = Array.from({ length: 45 }, (_, index) => [customer, other, `Invoice reminder ${index}`] as const);
  await converse(server.context, lines);
  const ids: number[] = [];
  for (let before: number | undefined; ; before = ids.at(-1)) {
    const { body } = await search(customer, { q: "reminder", ...(before ? { before } : {}) });
    ids.push(...body.entries.map(({ id }) => id));
    if (!body.more) break;
  }
  expect(ids).toHaveLength(45);
  expect(ids).toEqual([...new Set(ids)].sort((one, two) => two - one));
});
