import { expect, test } from "vitest";
import { makeMember } from "../demo/people.ts";
import { openSocket } from "../testing/cable-clients.ts";
import { testServer } from "../testing/plumbline.ts";

const server = testServer();

test("R21 a process that stops is not ready while its sockets leave, is so again after its start, and answers other calls meanwhile", async () => {
  const { token } = await makeMember(server.context, "customer");
  // More than leave in the first turn.
  const lines = await Promise.all(Array.from({ length: 120 }, () => openSocket(server.url, { token })));
  for (const { frames } of lines) await frames.next((frame) => frame.type === "welcome");
  const ask = (path: string) => fetch(server.url + path);
  expect((await ask("/readyz")).status).toBe(200);
  const restarted = server.restart();
  const [ready, alive] = await Promise.all([ask("/readyz"), ask("/healthz")]);
  expect([ready.status, ready.headers.get("retry-after"), await ready.json()]).toEqual([
    503,
    "2",
    { status: "stopping" },
  ]);
  expect(alive.status).toBe(200);
  await restarted;
  expect((await ask("/readyz")).status).toBe(200);
});
