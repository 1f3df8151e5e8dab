import { randomUUID } from "node:crypto";
import { request as openRequest } from "node:http";
import { endAllSessions } from "@plumbline/contract/accounts/sessions.ts";
import { reconcile } from "@plumbline/contract/back-office/reconciliation.ts";
import { closeOwnAccount } from "@plumbline/contract/closure/contract.ts";
import type { Declaration } from "@plumbline/contract/endpoint.ts";
import { updateCard } from "@plumbline/contract/membership/contract.ts";
import { sendMessage, uploadMessageFile } from "@plumbline/contract/messages/contract.ts";
import * as support from "@plumbline/contract/support/contract.ts";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { atNight } from "../../tools/nightly.ts";
import { routes } from "../app.ts";
import { createSeal } from "../auth/sealing.ts";
import { DatabaseUnavailable } from "../database/errors.ts";
import { tablesIn } from "../database/table-names.ts";
import { cardToken } from "../demo/membership.ts";
import { makeMember, makeStaff, type Person, setUp } from "../demo/people.ts";
import { createRun } from "../http/idempotency/run.ts";
import { claimKey, takeOverKey } from "../http/idempotency/store.ts";
import { isOneTransaction } from "../http/one-transaction.ts";
import type { Response } from "../testing/calling.ts";
import { cardSandbox } from "../testing/card-sandbox.ts";
import { testServer } from "../testing/plumbline.ts";
import { recordRoundTrips } from "../testing/round-trips.ts";
import { sized, timeoutFor } from "../testing/size.ts";
import { requestName, type WritingRequest } from "../testing/writing-request.ts";
import { writingRequests } from "../testing/writing-requests.ts";

// Every call that changes state, sent more than once (decision 46): after it succeeded, while it is in progress, after
// a server error, and after its process was killed between the effect and the response.

const server = testServer({ LOG_LEVEL: "silent" }, { skipNotifications: true });
const { charges, eventsHandled } = cardSandbox(server);
const rounds = sized(20, 1);
/**
 * The most round trips to the database that a call may take: as one transaction (ADR-052), in steps, and with the card
 * provider's answers (ADR-026).
 */
const mostTrips = { oneTransaction: 7, inSteps: 9, withProvider: 32 };
const roundTrips = recordRoundTrips();
afterAll(roundTrips.stop);

const send = (declaration: Declaration, { sending, token }: WritingRequest, key: string) =>
  server.call(declaration, sending, token, { "idempotency-key": key });

/** Columns that jobs and the delivery of events and e-mails write later; tables derived from others or from the provider. */
const passing = `'{delivered_at,leased_until,lease,attempts,failed_at,failure,sent_at,next_attempt_at,give_up_at,server_trouble,
  text,html,reply_to,unsubscribe_url,to_seal,replaced_at}'::text[]`;
const derived = new Set([
  "idempotency_keys",
  "match_rows",
  "match_showings",
  "match_index_files",
  "provider_events",
  "memberships",
  "membership_billing",
  "membership_bills",
  "payout_accounts",
  "earnings",
  "earning_readings",
  "payouts",
  "plan_catalogue",
  "limit_counts",
  "job_runs",
  // Counted by a job from what the requests have done.
  "figure_weeks",
  // The audit is sealed from the events, a moment later.
  "audit_entries",
  "audit_people",
]);
/** Calls that end the caller's own session: a repeated one is not answered again, and does nothing. */
const endsOwnSession = new Set([closeOwnAccount, endAllSessions].map(requestName));
let tables: string[] = [];
/** Those with such columns. */
let delivered = new Set<string>();
let strangers: Record<"customer" | "advisor" | "staff", Person>;

beforeAll(async () => {
  const { context } = server;
  tables = (await tablesIn(context.db)).filter((name) => !derived.has(name));
  const found = await context.db.execute<{ name: string }>(
    sql`select distinct table_name as name from information_schema.columns
      where table_schema = 'public' and table_name = any(${sql.param(tables)}) and column_name = any(${sql.raw(passing)})`,
  );
  delivered = new Set(found.rows.map(({ name }) => name));
  strangers = {
    customer: await setUp(context, await makeMember(context, "customer")),
    advisor: await setUp(context, await makeMember(context, "advisor")),
    staff: await makeStaff(context),
  };
});

type RowCounts = Record<string, number>;

/** The number of rows by table, and the number of the provider's charges. */
async function countRows(): Promise<RowCounts> {
  const { rows } = await server.context.db.execute<{ name: string; rows: number }>(
    sql.raw(tables.map((name) => `select '${name}' as name, count(*)::int as rows from ${name}`).join(" union all ")),
  );
  return {
    ...Object.fromEntries(rows.map(({ name, rows: count }) => [name, count])),
    charges: (await charges()).filter(({ status }) => status === "succeeded").length,
  };
}

/** A checksum of every row of each table. */
async function contents(): Promise<{ name: string; sum: string }[]> {
  // As text where all columns count: making JSON of each row takes most of this test's time.
  const each = tables.map((name) => {
    const row = delivered.has(name) ? `(to_jsonb(t) - ${passing})` : "t";
    return `select '${name}' as name, sum(hashtextextended(${row}::text, 0))::text as sum from ${name} t`;
  });
  return (
    await server.context.db.execute<{ name: string; sum: string }>(sql.raw(`${each.join(" union all ")} order by name`))
  ).rows;
}

/** The number of new rows by table. */
const difference = (before: RowCounts, after: RowCounts): RowCounts =>
  Object.fromEntries(
    Object.entries(after)
      .map(([name, count]) => [name, count - (before[name] ?? 0)] as const)
      .filter(([, more]) => more !== 0),
  );

/** A different request to the same endpoint: with one more word in its body, or with another file. */
function otherThan({ sending, token, another }: WritingRequest): WritingRequest {
  if (another) return { sending: another, token };
  const { files, body, ...rest } = sending as { files?: File[]; body?: object };
  if (!files) return { sending: { ...rest, body: { ...body, another: "word" } } as never, token };
  const [first, ...more] = files as [File, ...File[]];
  return { sending: { ...rest, files: [new File([first, "\n"], first.name), ...more] } as never, token };
}

const replayed = ({ headers }: Response<unknown>) => headers.get("idempotency-replayed");
const brief = ({ status, text }: Response<unknown>) => ({ status, text });
const unsigned = ({ status, text }: Response<unknown>) => ({
  status,
  text: text.replace(/\?until=\d+&signature=[\w-]+/g, ""),
});
/** The sign-in call has error responses of its own form. */
const sentenceOf = ({ errors }: Response<unknown>) => errors["base"]?.[0] ?? errors["message"] ?? "";
const succeeds = ({ status = 200 }: Declaration) => status;

/**
 * Makes writes to the table of keys fail. A response that cannot be stored after the effect leaves the state of a process
 * killed between the two; a transaction that cannot be recorded, or stored with its response, fails as a whole.
 */
async function breakKeys(what: "answers" | "effects"): Promise<void> {
  const then =
    what === "answers"
      ? "if tg_op = 'UPDATE' and new.status is not null then return null; end if"
      : "if new.steps is not null or tg_op = 'INSERT' and new.status is not null then raise exception 'broken by the test'; end if";
  await server.context.db.execute(
    sql.raw(`create function break_keys() returns trigger language plpgsql as $$ begin ${then}; return new; end $$`),
  );
  await server.context.db.execute(
    sql`create trigger break_keys before insert or update on idempotency_keys for each row execute function break_keys()`,
  );
}
async function mendKeys(): Promise<void> {
  await server.context.db.execute(sql`drop trigger if exists break_keys on idempotency_keys`);
  await server.context.db.execute(sql`drop function if exists break_keys()`);
}
/** Expires the leases of keys, as time would: a process that holds a key without a response counts as dead. */
const leasesRunOut = () =>
  server.context.db.execute(
    sql`update idempotency_keys set leased_until = now() - interval '1 second' where status is null`,
  );

afterEach(mendKeys);

test("R4 every operation that writes is tested here, and no other", () => {
  const writing = routes(server.context)
    .map(({ declaration }) => declaration)
    .filter(({ method }) => method !== "GET" && method !== "DELETE");
  expect(writingRequests.map(([declaration]) => requestName(declaration)).toSorted()).toEqual(
    writing.map(requestName).toSorted(),
  );
});

// The embedded database, where no two calls are under way at once, plays a third of them by day.
describe.each(
  writingRequests
    .filter((_, index) => atNight || process.env["TEST_DATABASE_URL"] || index % 3 === 0)
    .map(([declaration, prepare]) => ({ name: requestName(declaration), declaration, prepare })),
)("$name", ({ declaration, prepare }) => {
  const within = timeoutFor(120_000);
  /** The rows that the first request created; repeated requests must create no more. */
  let once: RowCounts = {};

  test(
    "R4 decision 46 after a 500 and after a success one key executes once, in few round trips, gets the same bytes, and refuses another request",
    async () => {
      const request = await prepare(server);
      const before = await countRows();
      const key = randomUUID();
      if (!declaration.resumes) {
        await breakKeys("effects");
        expect((await send(declaration, request, key)).status).toBe(500);
        await mendKeys();
        // What it may have left is seen at the end: the same key goes on from there.
      }
      const first = await send(declaration, request, key);
      expect([first.status, replayed(first)], first.text).toEqual([succeeds(declaration), null]);
      const { writes: all, calledOut } = roundTrips.of(key);
      // A session is kept for a second (ADR-002): on a busy machine it is read again.
      const writes = all.filter((statements) => !statements.every((text) => text.includes('"sessions"."token_hash"')));
      if (isOneTransaction(declaration)) expect(calledOut, "no other company is asked in a transaction").toBe(false);
      const alone = isOneTransaction(declaration) ? mostTrips.oneTransaction : mostTrips.inSteps;
      const most = calledOut ? mostTrips.withProvider : alone;
      expect(writes.length, writes.map((statements) => statements.join("; ")).join("\n")).toBeLessThanOrEqual(most);
      const after = await countRows();
      // A webhook of what was prepared may still be on its way, and is recorded as an event.
      if (!declaration.resumes) await eventsHandled();
      const written = declaration.resumes ? null : await contents();
      once = difference(before, after);
      for (const _ of ["again", "and again"]) {
        const again = await send(declaration, request, key);
        if (endsOwnSession.has(requestName(declaration))) {
          expect([again.status, await countRows()]).toEqual([401, after]);
          continue;
        }
        expect([replayed(again), brief(again)]).toEqual(["true", brief(first)]);
        expect(again.headers.get("content-type")).toBe(first.headers.get("content-type"));
      }
      if (endsOwnSession.has(requestName(declaration))) return;
      const other = await send(declaration, otherThan(request), key);
      expect([other.status, sentenceOf(other)]).toEqual([422, expect.stringMatching(/sent with another request/)]);
      if (written) expect(await contents()).toEqual(written);
      // The provider's webhooks arrive later, and each is recorded as an event.
      expect({ ...(await countRows()), events: 0 }).toEqual({ ...after, events: 0 });

      if (request.token === null) return;
      const stranger = Object.entries(strangers).find(([role]) => role === declaration.for)?.[1] ?? strangers.customer;
      const foreign = await send(declaration, { ...request, token: stranger.token }, key);
      expect(replayed(foreign)).toBeNull();
      expect(sentenceOf(foreign)).not.toMatch(/another request|being worked on/);
    },
    within,
  );

  test(
    "R4 sent concurrently, with its process killed before the response, it is executed once",
    async () => {
      for (let round = 0; round < rounds; round += 1) {
        const request = await prepare(server);
        const before = await countRows();
        const key = randomUUID();
        await breakKeys("answers");
        const answers = await Promise.all([1, 2, 3, 4].map(() => send(declaration, request, key)));
        const [first, ...more] = answers.filter((each) => each.status !== 409 && !replayed(each)) as [
          Response<unknown>,
        ];
        expect([first.status, more.length], first.text).toEqual([succeeds(declaration), 0]);
        for (const answer of answers)
          if (answer.status === 409) expect(sentenceOf(answer)).toMatch(/still being worked on/);
          else expect(brief(answer)).toEqual(brief(first));
        await mendKeys();
        await leasesRunOut();

        const again = await send(declaration, request, key);
        const left = difference(before, await countRows());
        if (endsOwnSession.has(requestName(declaration))) {
          expect([again.status, left]).toEqual([401, once]);
        } else if (!declaration.resumes) {
          // An answer that is made again signs its addresses with the minute it is made in.
          expect(unsigned(again)).toEqual(unsigned(first));
          expect(left).toEqual(once);
        } else {
          // It looks for its interrupted attempt: it responds as before, or says why nothing remains to be done.
          if (again.status >= 300) expect([409, 422], again.text).toContain(again.status);
          expect([left["charges"], left["messages"]]).toEqual([once["charges"], once["messages"]]);
        }
      }
      // The provider's webhooks would be counted as what the next endpoint has written.
      await eventsHandled();
    },
    within,
  );
});

test.each([
  ["that finds what it has stored by its key", sendMessage, "messages"],
  ["whose transactions are recorded with its key", uploadMessageFile, "files"],
  ["that asks the card provider first", reconcile, "reconciliations"],
])(
  "R4 sent again after the connection broke between a COMMIT and its answer, a call %s is executed once",
  async (_, declaration, table) => {
    const [, prepare] = writingRequests.find(([{ path }]) => path === declaration.path) as (typeof writingRequests)[0];
    const request = await prepare(server);
    const { db } = server.context;
    const stored = async () => {
      const { rows } = await db.execute<{ all: number }>(
        sql`select count(*)::int as all from ${sql.identifier(table)}`,
      );
      return rows[0]?.all ?? 0;
    };
    const before = await stored();
    const key = randomUUID();
    const { transaction } = db;
    // Jobs have transactions of their own meanwhile.
    const broken = vi.spyOn(db, "transaction").mockImplementation(async (...given) => {
      const result = await transaction(...given);
      if ((await stored()) === before) return result;
      broken.mockRestore();
      throw new DatabaseUnavailable("ECONNRESET");
    });
    onTestFinished(() => broken.mockRestore());
    expect((await send(declaration, request, key)).status).toBe(503);
    expect((await send(declaration, request, key)).status).toBe(succeeds(declaration));
    expect(await stored()).toBe(before + 1);
  },
);

test("R4 a run whose key another run has taken over cannot commit", async () => {
  const { context } = server;
  const id = { scope: "nobody", endpoint: "POST /x", keyHash: randomUUID(), claim: "first" };
  const row = { ...id, requestHash: "same", createdAt: context.clock.now() };
  await claimKey(context.db, { ...row, expiredBefore: new Date(0) });
  await leasesRunOut();
  expect(await takeOverKey(context.db, id, "second")).not.toBeNull();
  const nothing = { leasedUntil: row.createdAt, steps: null, status: null, body: null };
  const run = createRun(context, { ...row, ...nothing }, { seal: createSeal("secret", "key"), resumes: false });
  const late = run.context.db.transaction(async (tx) => {
    await tx.execute(sql`insert into secrets (name, value) values (${id.keyHash}, 'late')`);
  });
  await expect(late).rejects.toMatchObject({ status: 409 });
  expect([run.lost(), run.changed()]).toEqual([true, false]);
  expect((await context.db.execute(sql`select 1 from secrets where name = ${id.keyHash}`)).rows).toEqual([]);
});

/** Sends a visitor's message to the team from an address of this machine. */
function writeFrom(localAddress: string, key: string, message: string): Promise<{ status: number; replayed: boolean }> {
  const { hostname, port } = new URL(server.url);
  const { method, path } = support.sendSupportMessage;
  const headers = { "content-type": "application/json", "idempotency-key": key };
  return new Promise((resolve, reject) => {
    const sent = openRequest({ hostname, port, path, method, localAddress, headers }, (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode as number, replayed: answer.headers["idempotency-replayed"] === "true" });
    });
    sent.on("error", reject);
    sent.end(JSON.stringify({ firstname: "Ada", lastname: "Byron", email: "ada@example.test", message }));
  });
}

test("decision 46 keys of visitors are separate by address, and the same request is recognised from any address", async () => {
  const key = randomUUID();
  expect(await writeFrom("127.0.0.1", key, "First")).toEqual({ status: 200, replayed: false });
  expect(await writeFrom("127.0.0.1", key, "Second")).toEqual({ status: 422, replayed: false });
  expect(await writeFrom("127.0.0.2", key, "Third")).toEqual({ status: 200, replayed: false });
  expect(await writeFrom("127.0.0.3", key, "First")).toEqual({ status: 200, replayed: true });
});

test("decision 46 a key has 1 to 255 characters, a refusal that changed nothing is not stored, and keys expire after a day", async () => {
  const email = "grace@example.test";
  const subscribe = (name: string, key: string) =>
    server.call(support.subscribe, { body: { name, email } }, null, { "idempotency-key": key });
  for (const key of ["", "k".repeat(256)]) {
    const refused = await subscribe("Grace", key);
    expect([refused.status, Object.keys(refused.errors)]).toEqual([422, ["base"]]);
  }
  const key = "k".repeat(255);
  expect((await subscribe("", key)).status).toBe(422);
  expect((await subscribe("Grace", key)).status).toBe(200);
  server.clock.advance(23 * 3_600_000);
  expect((await subscribe("Another", key)).status).toBe(422);
  server.clock.advance(2 * 3_600_000);
  expect((await subscribe("Another", key)).status).toBe(200);
});

test("decision 46 a refusal that changed something is stored: a declined card is not charged again with the same key", async () => {
  const found = writingRequests.find(([{ path }]) => path === "/api/invoices/{id}/accept");
  const [declaration, prepare] = found as (typeof writingRequests)[0];
  const request = await prepare(server);
  const declining = { token: await cardToken(server.context, "4000000000000341") };
  expect((await server.call(updateCard, { body: declining }, request.token)).status).toBe(200);
  const key = randomUUID();
  const before = (await charges()).length;
  const first = await send(declaration, request, key);
  expect([first.status, replayed(first)]).toEqual([422, null]);
  const again = await send(declaration, request, key);
  expect([replayed(again), brief(again)]).toEqual(["true", brief(first)]);
  expect((await charges()).length).toBe(before + 1);
});

test("decision 46 the stored responses reveal nothing to a reader of the database", async () => {
  const key = randomUUID();
  const [declaration, prepare] = writingRequests.find(
    ([{ path }]) => path === "/oauth/token",
  ) as (typeof writingRequests)[0];
  const request = await prepare(server);
  const { body } = (await send(declaration, request, key)) as Response<{ access_token: string }>;
  const { rows } = await server.context.db.execute<{ row: string }>(
    sql`select idempotency_keys::text || encode(coalesce(body, ''), 'escape') as row from idempotency_keys`,
  );
  const kept = rows.map(({ row }) => row).join();
  for (const secret of [key, body.access_token, (request.sending as unknown as { body: { email: string } }).body.email])
    expect(kept).not.toContain(secret);
});
