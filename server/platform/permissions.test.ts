import { mayCall, urlOf } from "@plumbline/contract/endpoint.ts";
import { expect, test } from "vitest";
import { routes } from "../app.ts";
import { makeMember, makeStaff } from "../demo/people.ts";
import { aWorld } from "../testing/plumbline.ts";

const world = aWorld();

/** Every endpoint of the contract, with something in the place of each parameter. */
const all = () => routes(world.house).map(({ declaration }) => declaration);
const anyParams = new Proxy({}, { get: (_target, name) => (name === "role" ? "customers" : "1") });

const ask = (method: string, url: string, token?: string) =>
  fetch(world.url + url, { method, headers: token ? { authorization: `Bearer ${token}` } : {} });

test("W-01 every endpoint that is for somebody refuses no token, a bad token and an odd header with 401", async () => {
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

test("W-06 H-08 every endpoint for one role does not exist for the others, and signs nobody out", async () => {
  const people = {
    customer: await makeMember(world.house, "customer"),
    advisor: await makeMember(world.house, "advisor"),
    staff: await makeStaff(world.house),
  };
  for (const declaration of all()) {
    if (declaration.for === "anyone") continue;
    for (const [role, { token }] of Object.entries(people)) {
      if (mayCall(declaration.for, role as keyof typeof people)) continue;
      const { status } = await ask(declaration.method, urlOf(declaration, { params: anyParams }), token);
      expect([declaration.method, declaration.path, role, status]).toEqual([
        declaration.method,
        declaration.path,
        role,
        404,
      ]);
    }
  }
});

test("W-02 broken JSON, a wrong type and an unknown address are refused in the same shape", async () => {
  const post = (body: string, type = "application/json") =>
    fetch(`${world.url}/oauth/token`, { method: "POST", headers: { "content-type": type }, body });
  for (const [answer, status] of [
    [await post("{"), 400],
    [await post("[]"), 422],
    [await post("<a/>", "application/xml"), 415],
    [await post(JSON.stringify({ email: "x".repeat(2_000_000) })), 413],
    [await fetch(`${world.url}/api/nothing`), 404],
  ] as const) {
    expect(answer.status).toBe(status);
    expect(Object.keys((await answer.json()) as object)).toContain("errors");
  }
});

test("W-01 the documentation lists every endpoint, and health and readiness answer", async () => {
  const document = (await (await fetch(`${world.url}/openapi.json`)).json()) as {
    openapi: string;
    paths: Record<string, object>;
  };
  expect(document.openapi).toBe("3.1.0");
  for (const { path, method } of all()) expect(document.paths[path]).toHaveProperty(method.toLowerCase());
  expect((await fetch(`${world.url}/docs`)).status).toBe(200);
  expect((await fetch(`${world.url}/healthz`)).status).toBe(200);
  expect(await (await fetch(`${world.url}/readyz`)).json()).toMatchObject({ status: "ready" });
  const forwarded = { headers: { "x-forwarded-for": "203.0.113.7" } };
  expect((await fetch(`${world.url}/metrics`, forwarded)).status).toBe(404);
  expect(await (await fetch(`${world.url}/metrics`)).text()).toContain("plumbline_http_seconds_count");
});
