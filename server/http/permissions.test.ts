import { type Caller, urlOf } from "@plumbline/contract/endpoint.ts";
import { expect, test } from "vitest";
import { routes } from "../app.ts";
import { makeMember, makeStaff } from "../demo/people.ts";
import { testServer } from "../testing/plumbline.ts";

const server = testServer();

/** Every endpoint of the contract, and a valid value for every path parameter. */
const all = () => routes(server.context).map(({ declaration }) => declaration);
const anyParams = new Proxy({}, { get: (_target, name) => (name === "role" ? "customers" : "1") });

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
