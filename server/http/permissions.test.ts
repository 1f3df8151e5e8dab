import { type Area, staffRoles } from "@plumbline/contract/back-office/staff-roles.ts";
import { type Caller, urlOf } from "@plumbline/contract/endpoint.ts";
import { present } from "@plumbline/contract/present.ts";
import { expect, test } from "vitest";
import { routes } from "../app.ts";
import { providerEvents } from "../cards/schema.ts";
import { makeMember, makeStaff } from "../demo/people.ts";
import { updateMember } from "../features/accounts/store.ts";
import { testServer } from "../testing/plumbline.ts";
import { writingRequests } from "../testing/writing-requests.ts";
import { jsonSchemaOf } from "./json-schemas.ts";

const written: string[] = [];
const server = testServer({ LOG_LEVEL: "info" }, { logTo: { write: (line) => void written.push(line) } });

/** Every endpoint of the contract, and a valid value for every path parameter. */
const all = () => routes(server.context).map(({ declaration }) => declaration);
const anyParams = new Proxy({}, { get: (_target, name) => (name === "role" ? "customers" : "1") });

const largestIds = new Proxy({}, { get: () => String(2 ** 31 - 1) });

const ask = (method: string, url: string, token?: string) =>
  fetch(server.url + url, { method, headers: token ? { authorization: `Bearer ${token}` } : {} });

test("W-01 every endpoint that requires a session refuses a missing token, a bad one and a malformed header with 401", async () => {
  const guarded = all().filter((declaration) => declaration.for !== "anyone");
  expect(guarded.length).toBeGreaterThan(10);
  for (const declaration of guarded) {
    const url = urlOf(declaration, { params: anyParams });
    expect([declaration.path, (await ask(declaration.method, url)).status]).toEqual([declaration.path, 401]);
    expect([declaration.path, (await ask(declaration.method, url, "not-a-token")).status]).toEqual([
      declaration.path,
      401,
    ]);
  }
});

/** Written by hand, so that a fault in the rule cannot hide itself. */
const allowed: Record<Caller, readonly string[]> = {
  anyone: ["customer", "advisor", "staff"],
  account: ["customer", "advisor", "staff"],
  member: ["customer", "advisor"],
  customer: ["customer"],
  advisor: ["advisor"],
  staff: ["staff"],
};

test("W-06 H-08 every endpoint for one role is a 404 for the others, whose sessions stay valid", async () => {
  const people = {
    customer: await makeMember(server.context, "customer"),
    advisor: await makeMember(server.context, "advisor"),
    staff: await makeStaff(server.context),
  };
  let refused = 0;
  for (const declaration of all()) {
    for (const [role, { token }] of Object.entries(people)) {
      if (allowed[declaration.for].includes(role)) continue;
      refused += 1;
      const { status } = await ask(declaration.method, urlOf(declaration, { params: anyParams }), token);
      expect([declaration.method, declaration.path, role, status]).toEqual([
        declaration.method,
        declaration.path,
        role,
        404,
      ]);
    }
  }
  expect(refused).toBeGreaterThan(50);
});

test("W-06 the log names the member whose call was refused, and nobody whose call was answered", async () => {
  const { id, token } = await makeMember(server.context, "customer");
  const since = written.length;
  const calls = [
    ["GET", "/api/back-office/audit", token],
    ["GET", "/api/sessions", token],
    ["GET", "/api/sessions", "not-a-token"],
  ] as const;
  for (const [method, url, as] of calls) await (await ask(method, url, as)).arrayBuffer();
  // A line is written once its response has been sent.
  const lines = () =>
    written
      .slice(since)
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === "answered")
      .map(({ status, member }) => [status, member]);
  await expect.poll(lines).toEqual([
    [404, id],
    [200, undefined],
    [401, undefined],
  ]);
  expect(written.slice(since).join("")).not.toContain(token);
});

/**
 * Which roles may read an area and which may act in it; by hand as well.
 */
const everybody = ["owner", "operations", "finance", "support", "read_only"];
const staffMay: Record<Area, { read: readonly string[]; act: readonly string[] }> = {
  desk: { read: everybody, act: everybody },
  applications: { read: ["owner", "operations", "support", "read_only"], act: ["owner", "operations"] },
  members: { read: everybody, act: ["owner", "operations", "support"] },
  sanctions: { read: everybody, act: ["owner", "operations"] },
  reports: { read: ["owner", "operations", "support", "read_only"], act: ["owner", "operations", "support"] },
  engagements: { read: everybody, act: ["owner", "operations"] },
  money: { read: everybody, act: ["owner", "finance"] },
  prices: { read: ["owner", "operations", "finance", "read_only"], act: ["owner", "finance"] },
  figures: { read: ["owner", "operations", "finance", "read_only"], act: ["owner"] },
  content: { read: ["owner", "operations", "support", "read_only"], act: ["owner", "operations"] },
  correspondence: { read: everybody, act: ["owner", "operations", "support"] },
  staff: { read: everybody, act: ["owner"] },
  audit: { read: ["owner"], act: ["owner"] },
  health: { read: everybody, act: ["owner", "operations"] },
};

test("G-02 every back-office endpoint answers 404 to each role of staff that may not use it, and not to the others", async () => {
  const declarations = all().filter((declaration) => declaration.for === "staff");
  let [refused, open] = [0, 0];
  for (const role of staffRoles) {
    const { token } = await makeStaff(server.context, { role });
    for (const declaration of declarations) {
      const { method, path, area } = declaration;
      const may = staffMay[area as Area][method === "GET" ? "read" : "act"].includes(role);
      may ? open++ : refused++;
      // Nothing has the largest id, so an endpoint that is open finds nothing or refuses the empty body.
      const url = urlOf(declaration, { params: largestIds });
      const response = await ask(method, url, token);
      const isRefused = response.status === 404 && !path.includes("{");
      if (may) expect([method, path, role, isRefused]).toEqual([method, path, role, false]);
      else expect([method, path, role, response.status]).toEqual([method, path, role, 404]);
    }
  }
  expect([refused, open].every((count) => count > 10)).toBe(true);
});

test("G-01 no back-office answer allows a role of staff what it is refused, and each allows something to the others", async () => {
  const namesAllowed = (json: unknown) => /"(allowed_|can_)/.test(JSON.stringify(json));
  const reads = all().filter((each) => each.for === "staff" && each.method === "GET" && !each.type);
  const telling = reads.filter(({ output }) => namesAllowed(jsonSchemaOf(output)));
  expect(telling.length).toBeGreaterThan(10);
  // The provider does not know it, so no sweep handles it meanwhile.
  await server.context.db.insert(providerEvents).values({ id: "evt_lost", type: "payout.paid" });
  for (const declaration of telling) {
    const { path, area } = declaration;
    const changes = writingRequests.filter(
      ([change]) => change.for === "staff" && `${change.path}/`.startsWith(`${path}/`),
    );
    // One of a single row, where there is one, finds the row as a list shows it.
    const change = changes.find(([{ path: each }]) => each.includes("{", path.length)) ?? changes[0];
    const [, prepare] = present(change, `a change of what ${path} reads`);
    const { sending } = await prepare(server);
    for (const role of staffRoles) {
      const { read, act } = staffMay[area as Area];
      if (!read.includes(role)) continue;
      const { token } = await makeStaff(server.context, { role });
      const answer = await ask("GET", urlOf(declaration, { params: sending.params ?? {} }), token);
      const allows = /"allowed_\w+":\["|"can_\w+":true/.test(await answer.text());
      expect([path, role, answer.status, allows]).toEqual([path, role, 200, act.includes(role)]);
    }
  }
});

test("G-02 a role that is changed in the middle of a session counts within a second", async () => {
  const staff = await makeStaff(server.context, { role: "operations" });
  const queue = () => ask("GET", "/api/back-office/applications", staff.token);
  expect((await queue()).status).toBe(200);
  await updateMember(server.context.db, staff.id, { staffRole: "finance" });
  await expect.poll(async () => (await queue()).status, { interval: 100 }).toBe(404);
});

test.each([
  [[], { base: ["Please send a JSON object."] }],
  [{ advisor_profile: null }, { advisor_profile: ["must be an object"] }],
  [
    { advisor_profile: { newsletter_subscribed: null } },
    { "advisor_profile.newsletter_subscribed": ["must be true or false"] },
  ],
  [{ advisor_profile: { fee_per_hour: "9".repeat(41) } }, { "advisor_profile.fee_per_hour": ["Please enter Fee"] }],
])("W-02 P-13 the profile %j is refused in words that do not name the types of a library", async (profile, errors) => {
  const { token } = await makeMember(server.context, "advisor");
  const answer = await fetch(`${server.url}/api/advisors/profile`, {
    method: "PUT",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(profile),
  });
  expect([answer.status, await answer.json()]).toEqual([422, { errors }]);
});

test("W-02 broken JSON, a wrong type and an unknown address are refused in the same shape", async () => {
  const post = (body: string, type = "application/json") =>
    fetch(`${server.url}/oauth/token`, { method: "POST", headers: { "content-type": type }, body });
  for (const [answer, status] of [
    [await post("{"), 400],
    [await post("[]"), 422],
    [await post("<a/>", "application/xml"), 415],
    [await post(JSON.stringify({ email: "x".repeat(2_000_000) })), 413],
    [await fetch(`${server.url}/api/nothing`), 404],
  ] as const) {
    expect(answer.status).toBe(status);
    expect(Object.keys((await answer.json()) as object)).toContain("errors");
  }
});

test("W-01 the documentation lists every endpoint, and health and readiness answer", async () => {
  const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
    openapi: string;
    paths: Record<string, object>;
  };
  expect(document.openapi).toBe("3.1.0");
  for (const { path, method } of all()) expect(document.paths[path]).toHaveProperty(method.toLowerCase());
  expect((await fetch(`${server.url}/docs`)).status).toBe(200);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect(await (await fetch(`${server.url}/readyz`)).json()).toMatchObject({ status: "ready" });
  const forwarded = { headers: { "x-forwarded-for": "203.0.113.7" } };
  expect((await fetch(`${server.url}/metrics`, forwarded)).status).toBe(404);
  expect(await (await fetch(`${server.url}/metrics`)).text()).toContain("plumbline_http_seconds_count");
});
