import { afterAll, beforeAll, expect, test } from "vitest";
import { startAnyCable } from "../testing/anycable.ts";
import { testSettings } from "../testing/plumbline.ts";
import { freePort } from "../testing/servers.ts";
import { anycable } from "./anycable.ts";

const secret = "a secret of AnyCable and us";
let url: string;
let close: () => Promise<unknown>;
beforeAll(async () => {
  const port = await freePort();
  const started = await startAnyCable({ port, rpcUrl: "http://127.0.0.1:9/_anycable", secret });
  url = started.url;
  close = started.close;
});
afterAll(() => close());

const look = (environment: Record<string, string>) => anycable.run(testSettings("/nowhere", environment));

test("B-12 an AnyCable that takes our broadcasts is well, and so is none", async () => {
  expect(await look({})).toMatchObject([{ state: "ok", says: expect.stringContaining("not used") }]);
  const set = { ANYCABLE_SECRET: secret, ANYCABLE_HTTP_BROADCAST_URL: `${url}/_broadcast` };
  expect(await look(set)).toMatchObject([{ state: "ok", says: "AnyCable takes our broadcasts" }]);
});

test("B-12 another secret, another address and a silent port are each said with what to do", async () => {
  const broadcasts = `${url}/_broadcast`;
  for (const [sharing, address, says, todo] of [
    ["another secret of 24 letters", broadcasts, "refuses our key", "the same ANYCABLE_SECRET"],
    [secret, `${url}/elsewhere`, "answers there with 404", "ANYCABLE_HTTP_BROADCAST_URL"],
    [secret, `http://127.0.0.1:${await freePort()}/`, "cannot be reached", "ANYCABLE_HTTP_BROADCAST_URL"],
  ] as const) {
    const [finding] = await look({ ANYCABLE_SECRET: sharing, ANYCABLE_HTTP_BROADCAST_URL: address });
    expect(finding).toMatchObject({
      state: "failed",
      says: expect.stringContaining(says),
      todo: expect.stringContaining(todo),
    });
  }
});
