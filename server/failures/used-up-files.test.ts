import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { describe, expect, test, vi } from "vitest";
import { atNight } from "../../tools/nightly.ts";
import { applicantsAt } from "../testing/applicants.ts";
import { processes } from "../testing/process.ts";
import { sized, timeoutFor } from "../testing/size.ts";

// A process with a low limit of open files, and visitors with more connections than that.

const { makeFolder, start, after } = processes();
const canLimit = existsSync("/proc/self/limits");
const files = 800;

type Answer = { status: number; retryAfter: string | undefined };

/** Sends a request over a connection that is already open. */
function askOver(agent: Agent, url: string, method = "GET", body?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent, headers: { "content-type": "application/json" } }, (answer) => {
      answer.resume();
      answer.once("end", () => resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers["retry-after"] }));
    });
    sent.once("error", reject);
    sent.end(body);
  });
}

describe.runIf(canLimit)("with few files to open", () => {
  test.runIf(atNight)(
    "R22 more connections than files: open connections are served, new ones are closed, the log has one line, and it recovers once some have closed",
    async () => {
      const { url, child, output, errors } = await start(await makeFolder(), {}, { files });
      const { hostname, port } = new URL(url);
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      after(async () => agent.destroy());
      const applicants = await applicantsAt(url);
      let people = 0;
      const accepted: string[] = [];
      const apply = async () => {
        people += 1;
        const email = `owen${people}@files.example`;
        const applied = await askOver(agent, `${url}/api/advisors`, "POST", applicants.body(email));
        if (applied.status === 201) accepted.push(email);
        return applied;
      };
      const mailsTo = async (address: string) => {
        const { entries } = (await (await fetch(`${url}/mailbox/messages?to=${address}`)).json()) as { entries: [] };
        return entries.length;
      };
      expect((await apply()).status).toBe(201);
      const logged = () => (output() + errors()).split("\n").length;
      const before = logged();

      const sockets: Socket[] = [];
      const closed = new Set<Socket>();
      const openMore = (count: number) => {
        for (let more = 0; more < count; more += 1) {
          const socket = connect(Number(port), hostname);
          socket.on("error", () => {});
          socket.once("close", () => closed.add(socket));
          sockets.push(socket);
        }
      };
      openMore(2 * files);
      await expect.poll(() => closed.size).toBeGreaterThan(files);
      for (let round = 0; round < sized(100, 10); round += 1) {
        openMore(20);
        expect((await askOver(agent, `${url}/healthz`)).status).toBe(200);
        expect((await apply()).status).toBe(201);
        // The page of a file that exists, and of one that does not.
        for (const path of ["/robots.txt", "/nothing"]) expect((await askOver(agent, url + path)).status).not.toBe(500);
      }
      expect(child.exitCode).toBeNull();
      expect(await readdir(`/proc/${child.pid}/fd`)).not.toHaveLength(files);
      expect(logged() - before).toBe(1);
      expect(output()).toContain("more connections than the limit of open files allows");

      for (const socket of sockets) socket.destroy();
      await vi.waitFor(
        async () => {
          expect((await fetch(`${url}/readyz`)).status).toBe(200);
          expect((await fetch(`${url}/api/data/get_advisor_datatables`)).status).toBe(200);
          for (const path of ["/", "/about", "/sign-in", "/mailbox"])
            expect([path, (await fetch(url + path)).status]).toEqual([path, 200]);
          expect((await apply()).status).toBe(201);
        },
        { timeout: 45_000, interval: 100 },
      );
      // Everybody whose application was accepted meanwhile gets their e-mail, once.
      for (const address of accepted) {
        await vi.waitFor(async () => expect(await mailsTo(address)).toBeGreaterThan(0), {
          timeout: 60_000,
          interval: 200,
        });
        expect(await mailsTo(address)).toBe(1);
      }
    },
    timeoutFor(90_000),
  );
});
