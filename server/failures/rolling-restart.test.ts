import { randomUUID } from "node:crypto";
import { describe, expect, inject, test } from "vitest";
import { atNight } from "../../tools/nightly.ts";
import { makeMember, type Person, setUp } from "../demo/people.ts";
import { readSettings } from "../settings.ts";
import { startPlumbline } from "../start.ts";
import { hasNginx, startNginx } from "../testing/nginx.ts";
import { serverDatabase } from "../testing/plumbline.ts";
import { type Process, processes } from "../testing/process.ts";
import { freePort } from "../testing/servers.ts";
import { sized, timeoutFor } from "../testing/size.ts";

// Two processes behind a proxy are replaced one after the other, as at an upgrade, while people read and write.

const { makeFolder, start, after } = processes();
const clients = 16;

async function makePair(environment: Record<string, string>): Promise<{ customer: Person; advisor: Person }> {
  const settings = readSettings({ NODE_ENV: "test", PORT: "0", LOG_LEVEL: "error", DEMO: "false", ...environment });
  const plumbline = await startPlumbline({ settings });
  const { context } = plumbline;
  const customer = await setUp(context, await makeMember(context, "customer"));
  const advisor = await setUp(context, await makeMember(context, "advisor"));
  await plumbline.close();
  return { customer, advisor };
}

type Load = { calls: number; again: number; failed: string[]; sent: string[] };

/**
 * Reads and writes in turn, one call at a time, until it is stopped. As in the browser, a message without an answer is
 * sent again with its client_id: nginx repeats reads only, and answers 502 for a write that reached a closing port.
 */
async function call(
  at: number,
  url: string,
  { customer, advisor }: Record<"customer" | "advisor", Person>,
  load: Load,
  stopped: () => boolean,
) {
  const headers = { authorization: `Bearer ${customer.token}`, "content-type": "application/json" };
  for (let turn = 0; !stopped(); turn += 1) {
    const word = `${at}-${turn}`;
    const body = JSON.stringify({ receiver_id: advisor.id, message: { body: word, client_id: randomUUID() } });
    const [path, given] =
      turn % 3 === 0
        ? ["/api/messages", { method: "POST", headers, body }]
        : turn % 3 === 1
          ? ["/api/conversations", { headers }]
          : ["/", {}];
    let status = await send(url + path, given);
    if (status === 502 && "body" in given) {
      load.again += 1;
      status = await send(url + path, given);
    }
    load.calls += 1;
    if (status !== 200 && status !== 201) load.failed.push(`${path}: ${status}`);
    if (status === 201) load.sent.push(word);
  }
}

const send = (url: string, given: RequestInit): Promise<number | string> =>
  fetch(url, given).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    (error: Error) => error.message,
  );

/** The bodies of the messages between the two, as the advisor reads them. */
async function messagesOf(
  url: string,
  { customer, advisor }: Record<"customer" | "advisor", Person>,
): Promise<string[]> {
  const bodies: string[] = [];
  for (let before: number | undefined; ; ) {
    const query = new URLSearchParams({
      receiver_id: String(customer.id),
      ...(before ? { before: String(before) } : {}),
    });
    const answer = await fetch(`${url}/api/messages?${query}`, {
      headers: { authorization: `Bearer ${advisor.token}` },
    });
    const { entries } = (await answer.json()) as { entries: { id: number; body: string }[] };
    if (entries.length === 0) return bodies;
    bodies.push(...entries.map((entry) => entry.body));
    before = Math.min(...entries.map((entry) => entry.id));
  }
}

describe.runIf(hasNginx && process.env["TEST_DATABASE_URL"])("behind nginx, on PostgreSQL", () => {
  test.runIf(atNight)(
    "R21 while one process after the other is replaced, no read fails and every message is stored once",
    async () => {
      const template = inject("template");
      if ("image" in template) throw new Error("this test needs TEST_DATABASE_URL");
      const { url: database, drop } = await serverDatabase(template);
      after(drop);
      const folder = await makeFolder();
      const ports = [await freePort(), await freePort()];
      const begin = (port: number) => start(folder, { DATABASE_URL: database, PORT: String(port), TRUST_PROXY: "1" });
      const pair = await makePair({ DATABASE_URL: database, DATA_DIR: folder });
      const running: Process[] = [];
      for (const port of ports) running.push(await begin(port));
      const proxy = await startNginx(ports.map((port) => `http://127.0.0.1:${port}`));
      after(proxy.close);

      const load: Load = { calls: 0, again: 0, failed: [], sent: [] };
      let stopped = false;
      const loads = Array.from({ length: clients }, (_none, at) => call(at, proxy.url, pair, load, () => stopped));
      for (let round = 0; round < sized(20, 2); round += 1) {
        const at = round % ports.length;
        const port = ports[at] as number;
        const old = running[at] as Process;
        old.child.kill("SIGTERM");
        expect(await old.ended).toBe(0);
        const before = load.calls;
        running[at] = await begin(port);
        await expect.poll(() => load.calls).toBeGreaterThan(before + 50);
      }
      stopped = true;
      await Promise.all(loads);
      process.stdout.write(`      ${load.calls} calls, ${load.again} messages sent again\n`);
      expect(load.failed).toEqual([]);
      expect((await messagesOf(proxy.url, pair)).sort()).toEqual(load.sent.sort());
    },
    timeoutFor(120_000),
  );
});
