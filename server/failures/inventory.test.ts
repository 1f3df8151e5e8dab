import { expect, test } from "vitest";
import { routes } from "../app.ts";
import { describeRoutes } from "../http/openapi/openapi.ts";
import { testServer } from "../testing/plumbline.ts";

// The routes that are served and the operations that are documented are the same.

const server = testServer();

/** Pages of the sandbox: the mailbox, the content service, the card provider. Production has none of them. */
const ofStandIns = /^\/(mailbox|wp-json|wp-content|card-sandbox)(\/|$)|^\/$/;
const documented = () => describeRoutes(routes(server.context))["paths"] as Record<string, Record<string, object>>;

test("R25 every served route is documented, and every documented one is served", () => {
  const served = server.app.served
    .all()
    .filter(({ method, url }) => !["HEAD", "OPTIONS"].includes(method) && !ofStandIns.test(url))
    .map(({ method, url }) => `${method} ${url.replace(/:(\w+)/g, "{$1}")}`);
  const written = Object.entries(documented()).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  // The cable is no route: it is handled when a connection is upgraded.
  expect([...new Set([...served, "GET /cable"])].sort()).toEqual(written.sort());
});

test("R25 every operation has an id of its own", () => {
  const ids = Object.values(documented()).flatMap((methods) =>
    Object.values(methods).map((operation) => (operation as { operationId?: string }).operationId),
  );
  expect(ids.every(Boolean)).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
});
