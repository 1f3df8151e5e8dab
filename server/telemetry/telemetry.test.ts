import * as invoices from "@plumbline/contract/invoices/contract.ts";
import { listNotifications } from "@plumbline/contract/notifications/contract.ts";
import { sendSupportMessage } from "@plumbline/contract/support/contract.ts";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeEngagement } from "../demo/engagements.ts";
import { makeInvoice } from "../demo/invoices.ts";
import { cardToken, connectPayouts } from "../demo/membership.ts";
import { makeMember, type Person, setUp } from "../demo/people.ts";
import { saveCard } from "../features/membership/card.ts";
import { startJobs } from "../outbox/jobs.ts";
import { deliver, onEvent } from "../outbox/outbox.ts";
import { openSocket } from "../testing/cable-clients.ts";
import { cardSandbox } from "../testing/card-sandbox.ts";
import { type ReceivedSpan, startCollector } from "../testing/collector.ts";
import { testServer } from "../testing/plumbline.ts";
import { traced } from "./spans.ts";
import { summaryOf } from "./statements.ts";

const collector = await startCollector();
afterAll(collector.close);

const lines: string[] = [];
const server = testServer(
  {
    ...collector.settings,
    LOG_LEVEL: "info",
    TRUST_PROXY: "loopback",
    OTEL_SERVICE_NAME: "plumbline-of-a-test",
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=a%20test",
    OTEL_EXPORTER_OTLP_HEADERS: "x-tenant=seven",
  },
  { logTo: { write: (line) => void lines.push(line) } },
);
const withoutProxy = testServer(collector.settings);

const bank = cardSandbox(server);
let customer: Person;
let advisor: Person;
beforeAll(async () => {
  const { context } = server;
  advisor = await setUp(context, await makeMember(context, "advisor"));
  await connectPayouts(context, advisor);
  customer = await setUp(context, await makeMember(context, "customer"));
  await saveCard(context, customer.member, await cardToken(context));
});

const found = async (matching: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan> => {
  await expect.poll(() => collector.spans.some(matching)).toBe(true);
  return collector.spans.find(matching) as ReceivedSpan;
};

test("T-04 a trace goes on from the proxy through the request, its statements and the provider's calls to the delivery of its event", async () => {
  const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
  const engagementId = await makeEngagement(server.context, { advisor, customer, status: "in_progress" });
  const id = await makeInvoice(server.context, { advisor, engagementId, lines: [["Work", 1, 100]] });
  const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01`, "x-request-id": "of-the-proxy-1" };
  const { status } = await server.call(invoices.payInvoice, { params: { id } }, customer.token, headers);
  expect(status).toBe(200);
  await server.settle();
  const request = await found((span) => span.traceId === traceId && span.kind === 2);
  expect(request).toMatchObject({
    name: "PATCH /api/invoices/:id/accept",
    parentSpanId: "00f067aa0ba902b7",
    failed: false,
    attributes: {
      "http.request.method": "PATCH",
      "http.route": "/api/invoices/:id/accept",
      "http.response.status_code": 200,
      "plumbline.request.id": "of-the-proxy-1",
    },
  });
  const steps = collector.spans.filter((span) => span.parentSpanId === request.spanId);
  expect(steps.every((span) => span.traceId === traceId && span.kind === 3)).toBe(true);
  const statements = steps.filter(({ attributes }) => attributes["db.system.name"] === "postgresql");
  expect(statements.map(({ name }) => name)).toEqual(expect.arrayContaining(["BEGIN", "COMMIT", "append_event"]));
  const call = steps.find(({ name }) => name === "POST payment_intents");
  expect(call?.attributes).toMatchObject({
    "http.response.status_code": 200,
    "stripe.request_id": expect.stringMatching(/^req_/),
  });
  const delivery = await found(({ attributes }) => attributes["messaging.destination.name"] === "invoice.paid");
  expect(delivery).toMatchObject({ name: "process invoice.paid", kind: 5 });
  expect(delivery.traceId).not.toBe(traceId);
  expect(delivery.links.map((link) => link.traceId)).toEqual([traceId]);
  const mail = await found(({ name }) => name.startsWith("mail invoice"));
  expect(mail.attributes).toMatchObject({ "plumbline.mail.result": "sent" });
  expect(collector.resource()).toMatchObject({
    "service.name": "plumbline-of-a-test",
    "deployment.environment.name": "a test",
  });
  expect(collector.headers.some((each) => each["x-tenant"] === "seven")).toBe(true);
});

test("T-05 a request is named by the trusted proxy, otherwise by us; the response, the log and the span say the same", async () => {
  const idOf = async (at: string, given?: string) =>
    (await fetch(`${at}/api/none`, { headers: given ? { "x-request-id": given } : {} })).headers.get("x-request-id");
  expect(await idOf(server.url, "named-by-the-proxy")).toBe("named-by-the-proxy");
  const made = /^[0-9a-f-]{36}$/;
  for (const odd of [undefined, "short", "with a space", `${"long".repeat(20)}`, "line\\nfeed<script>"])
    expect(await idOf(server.url, odd)).toMatch(made);
  expect(await idOf(withoutProxy.url, "named-by-a-visitor")).toMatch(made);
  expect(lines.some((line) => /"reqId":"named-by-the-proxy".*"trace_id":"[0-9a-f]{32}"/.test(line))).toBe(true);
  await found(({ attributes }) => attributes["plumbline.request.id"] === "named-by-the-proxy");

  // A line that an action writes, far from the request.
  const engagementId = await makeEngagement(server.context, { advisor, customer, status: "in_progress" });
  const id = await makeInvoice(server.context, { advisor, engagementId, lines: [["Work", 1, 100]] });
  await bank.fault({ kind: "500", times: 100 });
  await server.call(invoices.payInvoice, { params: { id } }, customer.token, { "x-request-id": "payment-refused" });
  await bank.clearFaults();
  const written = lines.filter((line) => line.includes("the card provider did not answer"));
  expect(written.map((line) => JSON.parse(line).reqId)).toEqual(["payment-refused"]);
});

test("T-04 a visitor's traceparent begins no trace of ours, and neither does a malformed one of the proxy", async () => {
  const traceId = "0af7651916cd43dd8448eb211c80319c";
  const ask = (at: string, traceparent: string) => fetch(`${at}/api/none`, { headers: { traceparent } });
  await ask(withoutProxy.url, `00-${traceId}-b7ad6b7169203331-01`);
  await ask(server.url, `00-${traceId}-0000000000000000-01`);
  await ask(server.url, `00-${traceId.toUpperCase()}-b7ad6b7169203331-01`);
  await ask(server.url, "00-1af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
  await found((span) => span.traceId === "1af7651916cd43dd8448eb211c80319c");
  expect(collector.spans.filter((span) => span.traceId === traceId)).toEqual([]);
});

test("T-04 a trace that the proxy does not record is not recorded here", async () => {
  await fetch(`${server.url}/api/none`, {
    headers: { traceparent: "00-2af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00" },
  });
  await fetch(`${server.url}/api/none`, {
    headers: { traceparent: "00-3af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" },
  });
  await found((span) => span.traceId === "3af7651916cd43dd8448eb211c80319c");
  expect(collector.spans.filter((span) => span.traceId === "2af7651916cd43dd8448eb211c80319c")).toEqual([]);
});

test("T-04 commands over the cable and jobs are traces with their statements, named by words of ours alone", async () => {
  const socket = await openSocket(server.url, { token: customer.token });
  const identifier = JSON.stringify({ channel: "NotificationsChannel", canary: "zqcanary" });
  socket.say({ command: "subscribe", identifier });
  socket.say({ command: "zqcanary", identifier });
  socket.say({ command: "message", identifier, data: JSON.stringify({ action: "zqcanary" }) });
  await found(({ name }) => name === "cable message NotificationsChannel other");
  await found(({ name }) => name === "cable other NotificationsChannel");
  await found(({ name }) => name === "cable subscribe NotificationsChannel");
  socket.close();
  const job = await found(({ attributes }) => attributes["plumbline.job"] !== undefined);
  expect(job.name).toBe(`job ${job.attributes["plumbline.job"]}`);
  expect(collector.text()).not.toContain("zqcanary");
});

test("T-04 T-05 an unknown error, a job that fails and a dead letter are reported once each, with names and ids alone", async () => {
  const { db } = server.context;
  await db.execute(sql`create function refuse_loudly() returns trigger language plpgsql as $$
    begin
      raise exception 'refused zqcanary %', new::text using detail = new::text;
    end $$`);
  await db.execute(
    sql`create trigger refuse_loudly before insert on mails for each row execute function refuse_loudly()`,
  );
  const message = { firstname: "zqcanary", lastname: "zqcanary", email: "zqcanary@example.test", message: "zqcanary" };
  const failed = await server.call(sendSupportMessage, { body: message }, customer.token, {
    "x-request-id": "that-goes-wrong",
    cookie: "zqcanary=1",
  });
  await db.execute(sql`drop function refuse_loudly cascade`);
  expect(failed.status).toBe(500);
  await expect.poll(() => collector.reports.length).toBe(1);
  const [report] = collector.reports;
  expect(report?.tags).toEqual({ route: "/api/contactus", request_id: "that-goes-wrong" });
  expect(report?.exception.values.at(-1)).toMatchObject({ value: expect.stringMatching(/^Failed query/) });
  expect(report?.user).toEqual({ id: customer.id });
  expect(report?.["request"]).toBeUndefined();
  expect(report?.["server_name"]).toBeUndefined();
  await found((span) => span.traceId === report?.contexts?.trace?.trace_id && span.failed);

  const jobs = startJobs(server.context, [
    { name: "fails", everySeconds: 0.01, everywhere: true, run: () => Promise.reject(new TypeError("a fault")) },
  ]);
  const failures = () => lines.filter((line) => line.includes('"job":"fails"')).length;
  await expect.poll(failures).toBeGreaterThan(2);
  await jobs.close();
  const failing = onEvent("mail.retried", async () => {
    throw new TypeError("another fault");
  });
  const event = { kind: "mail.retried", actorId: null, subjectId: 1, data: {}, createdAt: server.clock.now() };
  await deliver(server.context, () => [failing], [{ ...event, id: 1, attempts: 30, trace: null }], "the test");
  await expect.poll(() => collector.reports.length).toBe(3);
  expect(collector.reports.slice(1).map(({ tags }) => tags)).toEqual([{ job: "fails" }, { event: "mail.retried" }]);
  expect(collector.reports[1]?.exception.values[0]).toMatchObject({ type: "TypeError", value: "a fault" });
  expect(collector.reports[1]?.exception.values[0]?.stacktrace?.frames.at(-1)?.filename).toMatch(
    /telemetry\.test\.ts$/,
  );
  expect(collector.text()).not.toContain("zqcanary");
});

test("T-04 statements that leave together belong each to its own trace", async () => {
  const { db, telemetry } = server.context;
  const numbers = Array.from({ length: 20 }, (_none, index) => index);
  await Promise.all(
    numbers.map((index) =>
      traced(
        telemetry.tracing,
        () => ({ name: `step ${index}`, kind: "internal", facts: {} }),
        () => db.execute(sql`select ${index}::int as "index"`),
      ),
    ),
  );
  for (const index of numbers) {
    const { spanId, traceId } = await found(({ name }) => name === `step ${index}`);
    const statements = collector.spans.filter((span) => span.traceId === traceId && span.spanId !== spanId);
    expect(statements.map(({ name, parentSpanId }) => [name, parentSpanId])).toEqual([["SELECT", spanId]]);
  }
});

test("T-04 the name of an SQL text is its operation and its first tables", () => {
  expect(summaryOf('select "id" from "members" left join "sessions" on true where extract(year from now()) > $1')).toBe(
    "SELECT members sessions",
  );
  expect(summaryOf("with due as (select id from mails for update skip locked) update mails set a = 1 from due")).toBe(
    "UPDATE mails",
  );
  expect(summaryOf("insert into limit_counts (a) values ($1) on conflict do update set a = 2")).toBe(
    "INSERT limit_counts",
  );
  expect(summaryOf("select unnest from unnest($1::int[])")).toBe("SELECT");
  expect(summaryOf("begin ")).toBe("BEGIN");
});

const stuck = await startCollector();
afterAll(stuck.close);
const impeded = testServer({ ...stuck.settings, OTEL_BSP_MAX_QUEUE_SIZE: "20" });

test("T-04 a collector that does not answer delays no request and no stop, and what waits for it is bounded", async () => {
  const member = await setUp(impeded.context, await makeMember(impeded.context, "customer"));
  stuck.hold();
  const before = stuck.spans.length;
  for (let asked = 0; asked < 100; asked += 1)
    expect((await impeded.call(listNotifications, {}, member.token)).status).toBe(200);
  await impeded.context.telemetry.close();
  const arrived = stuck.spans.length - before;
  expect(arrived).toBeGreaterThan(0);
  // Of two hundred spans and more, those that it was sent before it was stuck, and those that waited.
  expect(arrived).toBeLessThanOrEqual(60);
});

const gone = testServer({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9", SENTRY_DSN: "http://key@127.0.0.1:9/1" });

test("T-04 without a collector requests are answered and the process stops", async () => {
  expect((await fetch(`${gone.url}/api/none`)).status).toBe(404);
  gone.context.telemetry.report(new TypeError("a fault"), {});
  await gone.context.telemetry.close();
  expect((await fetch(`${gone.url}/api/none`)).status).toBe(404);
});
