import { reconcile } from "@plumbline/contract/back-office/reconciliation.ts";
import {
  listDeliveries,
  listWebhooks,
  readHealth,
  retryDelivery,
  retryWebhook,
} from "@plumbline/contract/health/contract.ts";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { providerEvents } from "../../cards/schema.ts";
import { makeMember, makeStaff, type Person } from "../../demo/people.ts";
import { openJobRuns } from "../../outbox/job-runs.ts";
import { insertFailedDelivery } from "../../testing/failed-delivery.ts";
import { testServer } from "../../testing/plumbline.ts";
import { concernsOf } from "./concerns.ts";

const server = testServer();
let staff: Person;
beforeAll(async () => {
  staff = await makeStaff(server.context, { role: "operations" });
});

test("G-70 the page of health names each job, the version, the migration and a backup that is missing, and the last reconciliation", async () => {
  const { body } = await server.call(readHealth, {}, staff.token);
  expect(body.jobs.map(({ name }) => name)).toContain("settle payments");
  expect(body.migration.name).toMatch(/^\d{4}_/);
  expect(body.version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(body.concerns).toContain("No backup has been made yet.");
  const finance = await makeStaff(server.context, { role: "finance" });
  const asked = (await server.call(reconcile, { body: { days: 1 } }, finance.token)).body;
  const after = (await server.call(readHealth, {}, staff.token)).body;
  // The daily run of the server may have ended before this one, never after it on the same clock.
  expect(after.reconciliation).toMatchObject({ at: asked.at, differences: 0, failure: null });
});

test("G-70 a job that fails says since when and where, until a run succeeds", async () => {
  const record = openJobRuns(server.context.db);
  const run = { name: "settle payments", tookMs: 12.4 };
  const read = async () => {
    const { body } = await server.call(readHealth, {}, staff.token);
    return body.jobs.find(({ name }) => name === run.name);
  };
  const [first, second] = [new Date("2026-11-20T10:00:00Z"), new Date("2026-11-20T10:00:20Z")];
  await record({ ...run, startedAt: first, error: new TypeError("the words of a member") });
  await record({ ...run, startedAt: second, error: new TypeError("the words of a member") });
  expect(await read()).toMatchObject({
    last_run_at: second.toISOString(),
    failing_since: first.toISOString(),
    failure: expect.stringMatching(/^TypeError at server\//),
  });
  expect((await server.call(readHealth, {}, staff.token)).body.concerns).toContain("The job “settle payments” fails.");
  await record({ ...run, startedAt: new Date("2026-11-20T10:00:40Z") });
  expect(await read()).toMatchObject({ failing_since: null, failure: null, took_ms: 12 });
});

test("G-71 a delivery that was given up is listed with its error, and is delivered once when it is sent again", async () => {
  const { db, clock } = server.context;
  const member = await makeMember(server.context, "customer");
  const id = await insertFailedDelivery(db, "account.reset_requested", member.id, clock.now());
  const listed = async () =>
    (await server.call(listDeliveries, {}, staff.token)).body.entries.find((one) => one.id === id);
  expect(await listed()).toMatchObject({
    attempts: 30,
    reason: "TypeError at server/x.ts:1",
    allowed_actions: ["retry"],
  });

  expect((await server.call(retryDelivery, { params: { id: 2 ** 40 } }, staff.token)).status).toBe(404);
  const [one, other] = await Promise.all([1, 2].map(() => server.call(retryDelivery, { params: { id } }, staff.token)));
  expect([one?.status, other?.status].sort()).toEqual([200, 409]);
  await server.settle();
  expect(await listed()).toBeUndefined();
  const mails = await server.mailsTo(member.email);
  expect(mails.filter(({ subject }) => subject.includes("password"))).toHaveLength(1);
  expect((await server.call(retryDelivery, { params: { id } }, staff.token)).status).toBe(409);
});

test("G-71 a webhook that could not be handled is listed; the provider's answer is said when it fails again", async () => {
  const { db, clock } = server.context;
  const failed = { id: "evt_lost", type: "payout.paid", attempts: 3, failure: "TypeError", receivedAt: clock.now() };
  await db.insert(providerEvents).values(failed);
  const { body } = await server.call(listWebhooks, {}, staff.token);
  expect(body.entries).toEqual([expect.objectContaining({ id: "evt_lost", attempts: 3, reason: "TypeError" })]);
  const again = await server.call(retryWebhook, { params: { id: "evt_lost" } }, staff.token);
  expect([again.status, again.errors]).toEqual([409, { base: [expect.stringContaining("It failed again")] }]);
  expect((await server.call(retryWebhook, { params: { id: "evt_none" } }, staff.token)).status).toBe(404);
  await db.update(providerEvents).set({ handledAt: clock.now() }).where(eq(providerEvents.id, "evt_lost"));
  expect((await server.call(retryWebhook, { params: { id: "evt_lost" } }, staff.token)).status).toBe(200);
});

test.each([
  ["nothing, when all is well", {}, []],
  [
    "a queue that has waited for eleven minutes",
    { mails: { waiting: 1, failed: 0, waiting_since: "2026-11-20T09:49:00Z" } },
    1,
  ],
  [
    "not a queue that has waited for nine",
    { mails: { waiting: 1, failed: 0, waiting_since: "2026-11-20T09:51:00Z" } },
    0,
  ],
  [
    "money that differs from the card provider's",
    { reconciliation: { at: "2026-11-20T03:00:00Z", differences: 2, failure: null } },
    1,
  ],
  [
    "a card provider that could not be compared with",
    { reconciliation: { at: "2026-11-20T03:00:00Z", differences: 0, failure: "503" } },
    1,
  ],
  ["a virus scanner that does not answer", { scanner: "silent" }, 1],
  ["not one that answers", { scanner: "answers" }, 0],
  ["a backup of the day before yesterday", { backup: { made_at: "2026-11-18T10:00:00Z", rows: 1, files: 0 } }, 1],
] as const)("G-70 the concerns are %s", (_, part, expected) => {
  const quiet = { waiting: 0, failed: 0, waiting_since: null };
  const health = {
    mails: quiet,
    deliveries: quiet,
    webhooks: quiet,
    addresses_refused: 0,
    jobs: [],
    version: "1.0.0",
    node: "24",
    started_at: "2026-11-20T00:00:00Z",
    database: "embedded" as const,
    migration: { name: "0000", made_at: "2026-11-20T00:00:00Z" },
    other_processes: 0,
    scanner: null,
    backup: { made_at: "2026-11-20T02:00:00Z", rows: 1, files: 0 },
    reconciliation: { at: "2026-11-20T03:00:00Z", differences: 0, failure: null },
    ...part,
  };
  const concerns = concernsOf(health, new Date("2026-11-20T10:00:00Z"));
  expect(concerns).toHaveLength(typeof expected === "number" ? expected : 0);
});
