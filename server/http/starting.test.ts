import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { holdRequests, type Starting } from "./starting.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function begin(limits?: { maxWait: number; maxWaiting: number }) {
  const server = createServer();
  const starting = holdRequests(server, limits);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => server.close().closeAllConnections());
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
    return `${answer.status} ${await answer.text()}`;
  };
  /** Asks, and resolves when the server has received it. */
  const askAndArrive = async (path: string) => {
    const arrived = once(server, "request");
    const answer = ask(path);
    await arrived;
    return { answer };
  };
  return { starting, ask, askAndArrive };
}

const application: RequestListener = ({ url }, response) => void response.end(`answer to ${url}`);
const refusal = "503 Plumbline is starting. Please try again in a moment.";

test("ADR-001 requests wait for the start and are answered by the application, health checks at once", async () => {
  const { starting, ask, askAndArrive } = await begin();
  const [first, second] = [await askAndArrive("/one"), await askAndArrive("/two")];
  expect([await ask("/healthz"), await ask("/readyz")]).toEqual([refusal, refusal]);
  starting.ready(application);
  expect([await first.answer, await second.answer]).toEqual(["200 answer to /one", "200 answer to /two"]);
  expect([await ask("/three"), await ask("/readyz")]).toEqual(["200 answer to /three", "200 answer to /readyz"]);
});

test.each([
  ["whoever waits too long", { maxWait: 20, maxWaiting: 10 }, 0, () => {}],
  ["more than may wait", { maxWait: 60_000, maxWaiting: 2 }, 2, () => {}],
  ["a start that fails", { maxWait: 60_000, maxWaiting: 10 }, 0, (starting: Starting) => starting.failed()],
] as const)("ADR-001 %s is told to try again", async (_name, limits, waiting, then) => {
  const { starting, askAndArrive } = await begin(limits);
  for (let at = 0; at < waiting; at += 1) void (await askAndArrive("/waiting")).answer.catch(() => {});
  const { answer } = await askAndArrive("/refused");
  then(starting);
  expect(await answer).toBe(refusal);
});

test("ADR-001 what is let through is answered while the others wait", async () => {
  const { starting, ask, askAndArrive } = await begin();
  const { answer } = await askAndArrive("/one");
  starting.letThrough(({ url }) => url === "/webhooks/stripe", application);
  expect(await ask("/webhooks/stripe")).toBe("200 answer to /webhooks/stripe");
  starting.ready(application);
  expect(await answer).toBe("200 answer to /one");
});
