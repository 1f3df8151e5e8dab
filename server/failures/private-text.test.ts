import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Declaration, urlOf } from "@plumbline/contract/endpoint.ts";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { routes } from "../app.ts";
import type { Database } from "../database/database.ts";
import { tablesIn } from "../database/table-names.ts";
import { makeMember, makeStaff, setUp } from "../demo/people.ts";
import { readSettings } from "../settings.ts";
import { type Plumbline, startPlumbline } from "../start.ts";
import { startCollector } from "../testing/collector.ts";
import { interruptibleDatabase } from "../testing/database-to-cut.ts";
import { sampleFor } from "../testing/sample-inputs.ts";

// Every endpoint of the contract is sent texts while the database fails in each of its ways. What a person typed must
// then be in no log, no metric, no trace, no report and no server error.

const mark = "zqcanary";
let count = 0;
const canary = () => `${mark}${++count}x`;

let plumbline: Plumbline;
let collector: Awaited<ReturnType<typeof startCollector>>;
let database: Database;
let cut: () => void;
let restore: () => void;
const written: string[] = [];
const undo: (() => Promise<unknown>)[] = [];
const callers: Record<string, string> = {};

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-private-"));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const cuttable = await interruptibleDatabase();
  ({ database, cut, restore } = cuttable);
  undo.push(cuttable.close);
  collector = await startCollector();
  undo.push(collector.close);
  plumbline = await startPlumbline({
    settings: readSettings({
      ...collector.settings,
      NODE_ENV: "test",
      PORT: "0",
      HOST: "127.0.0.1",
      DATA_DIR: folder,
      LOG_LEVEL: "trace",
      RATE_LIMIT: "off",
      DEMO: "false",
    }),
    database,
    ephemeral: true,
    logTo: { write: (line) => void written.push(line) },
  });
  undo.push(() => plumbline.close());
  const { context } = plumbline;
  callers["customer"] = (await setUp(context, await makeMember(context, "customer"))).token;
  callers["advisor"] = (await setUp(context, await makeMember(context, "advisor"))).token;
  callers["staff"] = (await makeStaff(context)).token;
  callers["member"] = callers["customer"];
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write;
    stream.write = ((text: string | Uint8Array, ...rest: []) => {
      written.push(String(text));
      return write.call(stream, text, ...rest);
    }) as typeof stream.write;
    undo.push(async () => {
      stream.write = write;
    });
  }
});
afterAll(async () => {
  for (const each of undo.reverse()) await each();
});

type Asked = { name: string; status: number; retryAfter: string | null; body: string };

async function askEverything(): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const { declaration } of routes(plumbline.context)) asked.push(await ask(declaration));
  return asked;
}

async function ask(declaration: Declaration): Promise<Asked> {
  const { params, query, body, files } = sampleFor(declaration, canary) as unknown as Record<string, unknown>;
  const token = callers[declaration.for];
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  let sent: string | FormData | undefined;
  if (declaration.upload) {
    sent = new FormData();
    for (const file of files as File[]) sent.append(declaration.upload.field, file);
  } else if (body !== undefined) {
    headers["content-type"] = "application/json";
    sent = JSON.stringify(body);
  }
  const answer = await fetch(plumbline.url + urlOf(declaration, { params, query }), {
    method: declaration.method,
    headers,
    redirect: "manual",
    ...(sent ? { body: sent } : {}),
  });
  return {
    name: `${declaration.method} ${declaration.path}`,
    status: answer.status,
    retryAfter: answer.headers.get("retry-after"),
    body: await answer.text(),
  };
}

/** Whatever failed, none of the sent texts is written anywhere, and no caller's token is in the log. */
async function expectNoPrivateText(asked: readonly Asked[]) {
  const secrets = [mark, ...Object.values(callers)];
  const leaks = written.filter((line) => secrets.some((secret) => line.includes(secret)));
  expect(leaks).toEqual([]);
  expect(asked.filter(({ status, body }) => status >= 500 && body.includes(mark))).toEqual([]);
  expect(await (await fetch(`${plumbline.url}/metrics`)).text()).not.toContain(mark);
  expect(
    collector
      .text()
      .split("\n")
      .filter((line) => line.includes(mark))
      .slice(0, 3),
  ).toEqual([]);
  written.length = 0;
}

const plainFailures = (asked: readonly Asked[]) =>
  asked.filter(({ status, retryAfter }) => status >= 500 && (status !== 503 || retryAfter === null));

test("R23 R21 a read-only database: reads work, writes are 503 with Retry-After, and no private text is written down", async () => {
  await everySession("set default_transaction_read_only = on");
  const asked = await askEverything();
  await everySession("set default_transaction_read_only = off");
  expect(plainFailures(asked)).toEqual([]);
  const refused = asked.filter(({ status }) => status === 503).map(({ name }) => name);
  expect(refused.length).toBeGreaterThan(10);
  // A list of staff leaves the place as a file only while the audit can keep who took it.
  const reads = asked.filter(
    ({ name, status }) => /^GET (?!\/api\/back-office\/\S+\.(csv|json)$)/.test(name) && status === 503,
  );
  expect(reads).toEqual([]);
  expect(asked.filter(({ status }) => status === 200).length).toBeGreaterThan(15);
  await expectNoPrivateText(asked);
}, 120_000);

test("R23 a database whose errors quote the whole row: none of it is logged or returned", async () => {
  await database.db.execute(sql`create function refuse_loudly() returns trigger language plpgsql as $$
    begin
      raise exception 'refused %', new::text using detail = new::text, hint = new::text;
    end $$`);
  for (const name of await tablesIn(database.db))
    await database.db.execute(
      sql`create trigger refuse_loudly before insert or update on ${sql.identifier(name)} for each row execute function refuse_loudly()`,
    );
  const asked = await askEverything();
  await database.db.execute(sql`drop function refuse_loudly cascade`);
  expect(asked.filter(({ status }) => status === 500).length).toBeGreaterThan(5);
  // R23 requires at least 200.
  expect(count).toBeGreaterThan(200);
  await expectNoPrivateText(asked);
}, 120_000);

test("R23 R21 a database that is down: every call that needs it is 503 with Retry-After, no private text is written down, and it recovers by itself", async () => {
  cut();
  const asked = await askEverything();
  expect((await fetch(`${plumbline.url}/readyz`)).status).toBe(503);
  restore();
  expect(plainFailures(asked)).toEqual([]);
  expect(asked.filter(({ status }) => status === 503).length).toBeGreaterThan(40);
  await expectNoPrivateText(asked);
  expect((await fetch(`${plumbline.url}/readyz`)).status).toBe(200);
  expect((await ask(routeFor("/api/notifications"))).status).toBe(200);
}, 120_000);

test("R23 all of it was recorded: every call is a trace, and every unknown error a report, without private text", async () => {
  await plumbline.context.telemetry.close();
  const traced = new Set(collector.spans.map(({ name }) => name));
  const calls = routes(plumbline.context).map(
    ({ declaration: { method, path } }) => `${method} ${path.replace(/\{(\w+)\}/g, ":$1")}`,
  );
  expect(calls.filter((name) => !traced.has(name))).toEqual([]);
  expect(new Set(collector.reports.map(({ tags }) => tags["route"])).size).toBeGreaterThan(5);
  await expectNoPrivateText([]);
});

const routeFor = (path: string) =>
  routes(plumbline.context).find(({ declaration }) => declaration.path === path && declaration.method === "GET")
    ?.declaration as Declaration;

/** The embedded database has one session; on a server all of the pool's, present and future. */
async function everySession(statement: string) {
  if (database.kind === "embedded") return void (await database.db.execute(sql.raw(statement)));
  const { rows } = await database.db.execute<{ name: string }>(sql`select current_database() as name`);
  await database.db.transaction((tx) => tx.execute(sql.raw(`alter database ${rows[0]?.name} ${statement}`)), {
    accessMode: "read write",
  });
  cut();
  restore();
}
