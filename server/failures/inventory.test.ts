import { expect, test } from "vitest";
import { routes } from "../app.ts";
import { describeRoutes } from "../platform/openapi.ts";
import { aWorld } from "../testing/plumbline.ts";

// What is served and what is documented are the same list, both ways.

const world = aWorld();

/** Pages of the stand-ins: the mailbox, the content service, the card sandbox. Production has none of them. */
const ofStandIns = /^\/(mailbox|wp-json|wp-content|card-sandbox)(\/|$)|^\/$/;
const documented = () => describeRoutes(routes(world.house))["paths"] as Record<string, Record<string, object>>;

test("R25 every route that is served is documented, and every documented one is served", () => {
  const served = world.app.served
    .all()
    .filter(({ method, url }) => !["HEAD", "OPTIONS"].includes(method) && !ofStandIns.test(url))
    .map(({ method, url }) => `${method} ${url.replace(/:(\w+)/g, "{$1}")}`);
  const written = Object.entries(documented()).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  // The live line is no route: it is taken as the connection is upgraded.
  expect([...new Set([...served, "GET /cable"])].sort()).toEqual(written.sort());
});

test("R25 every operation has an id of its own", () => {
  const ids = Object.values(documented()).flatMap((methods) =>
    Object.values(methods).map((operation) => (operation as { operationId?: string }).operationId),
  );
  expect(ids.every(Boolean)).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
});
