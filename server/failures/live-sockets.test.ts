import { readFile } from "node:fs/promises";
import { changePassword, signOut } from "@plumbline/contract/accounts/contract.ts";
import { endAllSessions } from "@plumbline/contract/accounts/sessions.ts";
import { endMemberSessions } from "@plumbline/contract/back-office/member-sessions.ts";
import { sendMessage } from "@plumbline/contract/messages/contract.ts";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadMembers } from "../../bench/parts/many-members.ts";
import { atNight } from "../../tools/nightly.ts";
import { sessionsChanged, startSession } from "../auth/members.ts";
import { members } from "../auth/schema.ts";
import { makeMember, makeStaff, type Person, setUp } from "../demo/people.ts";
import { identifierOf, openSocket } from "../testing/cable-clients.ts";
import { buses, testServer } from "../testing/plumbline.ts";
import { processes } from "../testing/process.ts";
import { hasPostgres, startPostgres } from "../testing/servers.ts";
import { aSecond, fullSize, sized, timeoutFor } from "../testing/size.ts";

// Who receives what on a socket, for how long, and what happens to clients that do not read.

const strangers = sized(500, 24);

describe.each(buses)("privacy in %s", (bus, environment) => {
  const server = testServer({ ...environment, LOG_LEVEL: "silent" }, { secondProcess: true });
  const password = "correct horse battery";
  let staff: Person;
  beforeAll(async () => {
    staff = await makeStaff(server.context);
  });
  const newMember = async (role: "customer" | "advisor") =>
    setUp(server.context, await makeMember(server.context, role, {}, staff));
  const write = async (from: Person, to: Person, body: string) =>
    (await server.call(sendMessage, { body: { receiver_id: to.id, message: { body } } }, from.token)).body;
  const urls = () => [server.url, server.secondProcess.url];

  test(
    "R9 subscriptions to other people's conversations are rejected on every process and receive nothing",
    async () => {
      const [customer, advisor] = [await newMember("customer"), await newMember("advisor")];
      const { conversation_id: id } = await write(customer, advisor, "Between us");
      const curious = [await newMember("customer"), await newMember("advisor")];
      const lines = await Promise.all(
        Array.from({ length: strangers }, (_, n) =>
          openSocket(urls()[n % 2] as string, { token: curious[n % 4 < 2 ? 0 : 1]?.token }),
        ),
      );
      for (const line of lines)
        for (const channel of ["MessagesChannel", "ConversationsChannel"])
          for (const conversation_id of [id, String(id)])
            expect((await line.subscribe(identifierOf(channel, { conversation_id }))).type).toBe("reject_subscription");
      await write(customer, advisor, "Still between us");
      // Any frame would have arrived before this response.
      for (const line of lines) {
        await line.subscribe(identifierOf("NotificationsChannel"));
        expect(line.frames.all.filter(({ message }) => message !== undefined)).toEqual([]);
        line.close();
      }
    },
    timeoutFor(120_000),
  );

  test("R9 a page of another origin does not get a socket", async () => {
    const { token } = await newMember("customer");
    for (const url of urls())
      for (const origin of ["https://evil.example", "null", `${url}.evil.example`])
        await expect(openSocket(url, { token, headers: { origin } })).rejects.toThrow("404");
  });

  const ends: [string, (person: Person) => Promise<unknown>][] = [
    ["signing out", ({ token }) => server.call(signOut, { body: { token } })],
    [
      "signing out everywhere",
      ({ token }) => server.call(endAllSessions, { body: { current_password: password } }, token),
    ],
    [
      "a changed password",
      async ({ id, role }) => {
        const other = await startSession(server.context.db, id, server.clock.now(), null);
        const body = {
          current_password: password,
          password: "another long enough",
          confirmPassword: "another long enough",
        };
        const params = { role: `${role}s` as "customers" };
        const answer = await server.call(changePassword, { params, body }, other);
        expect(answer.status).toBe(200);
      },
    ],
    [
      "being signed out by staff",
      async ({ id }) => {
        const body = { reason: "A phone was stolen." };
        expect((await server.call(endMemberSessions, { params: { id }, body }, staff.token)).status).toBe(200);
      },
    ],
    [
      "being suspended",
      async ({ id }) => {
        await server.context.db.update(members).set({ state: "suspended" }).where(eq(members.id, id));
        sessionsChanged(server.context, id);
      },
    ],
  ];
  const gaps = [false, ...(bus.includes("PostgreSQL") ? [true] : [])];
  test.each(ends.flatMap(([what, end]) => gaps.map((gap) => [what, gap, end] as const)))(
    "R9 %s closes the sockets within a second, in every process (while the processes are disconnected: %s)",
    async (_, gap, end) => {
      const person = await newMember("customer");
      const lines = await Promise.all(urls().map((url) => openSocket(url, person)));
      for (const line of lines) await line.subscribe(identifierOf("ConversationsChannel"));
      if (gap)
        await server.context.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'plumbline listener' and datname = current_database()`);
      await end(person);
      const began = performance.now();
      await Promise.all(lines.map(({ closed }) => closed));
      expect(performance.now() - began).toBeLessThan(aSecond);
      for (const line of lines)
        expect(line.frames.all.at(-1)).toEqual({ type: "disconnect", reason: "remote", reconnect: false });
    },
    60_000,
  );
});

// Once a suite, in its pass on PostgreSQL.
describe.runIf(hasPostgres && process.env["TEST_DATABASE_URL"])("sockets that never read", () => {
  const { makeFolder, start } = processes();
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres?.close());

  test.runIf(atNight)(
    "R10 they are closed by the rule, the process's memory does not grow, and the others are served as before",
    async () => {
      const deaf = sized(200, 20);
      const perSecond = 100;
      const messages = sized(perSecond * 300, 1400);
      /** The first is the reader's, the other that of those who do not read. */
      const conversations = 2;
      const { child, url } = await start(await makeFolder(), { DATABASE_URL: postgres.url, LOG_LEVEL: "silent" });
      await loadMembers(postgres.url, conversations);
      // What is not sent is kept outside the heap. The resident size also grows while the heap still finds its size, so
      // that it is compared at full size only, after a long run-up.
      const megabytes = fullSize
        ? async () => Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1024
        : async () => {
            const metrics = await (await fetch(`${url}/metrics`)).text();
            return Number(/^nodejs_external_memory_bytes (\S+)/m.exec(metrics)?.[1]) / 2 ** 20;
          };
      const body = fullSize ? "x".repeat(600) : "x".repeat(9000);
      const post = (conversation: number) =>
        fetch(`${url}/api/messages`, {
          method: "POST",
          headers: { authorization: `Bearer customer-${conversation}`, "content-type": "application/json" },
          body: JSON.stringify({ receiver_id: conversations + conversation, message: { body } }),
        });
      const ids: number[] = [];
      for (let n = 1; n <= conversations; n += 1)
        ids.push(((await (await post(n)).json()) as { conversation_id: number }).conversation_id);

      const subscribed = async (n: number) => {
        const conversation = n + 1;
        const line = await openSocket(url, { token: `advisor-${conversation}` });
        await line.subscribe(identifierOf("MessagesChannel", { conversation_id: ids[conversation - 1] }));
        return line;
      };
      /** Ten at a time, one of them to the reader: milliseconds from the request to the frame. */
      const reader = await subscribed(0);
      const play = async (count: number): Promise<number[]> => {
        const times: number[] = [];
        for (let sent = 0; sent < count; sent += 10) {
          const began = performance.now();
          const [answer] = await Promise.all([post(1), ...Array.from({ length: 9 }, () => post(2))]);
          const { id } = (await (answer as Response).json()) as { id: number };
          await reader.frames.next(({ message }) => (message as { id?: number } | undefined)?.id === id);
          times.push(performance.now() - began);
          if (fullSize)
            await new Promise((later) => setTimeout(later, 10_000 / perSecond - (performance.now() - began)));
        }
        return times;
      };
      const p99 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] as number;
      await play(sized(6000, 400));
      const alone = p99(await play(sized(6000, 400)));
      const before = await megabytes();
      const lines = await Promise.all(Array.from({ length: deaf }, () => subscribed(1)));
      for (const { socket } of lines) socket.pause();
      let most = 0;
      const looking = setInterval(async () => {
        most = Math.max(most, await megabytes().catch(() => 0));
      }, 100);
      const beside = p99(await play(messages));
      clearInterval(looking);
      for (const { socket } of lines) socket.resume();
      if (fullSize) {
        console.log(
          `grew by ${(most - before).toFixed(1)} MB; p99 ${alone.toFixed(1)} ms alone, ${beside.toFixed(1)} ms beside them`,
        );
        expect(beside).toBeLessThan(alone * 1.2);
      }
      await Promise.all(lines.map(({ closed }) => closed));
      expect(most - before).toBeLessThan(64);
      expect(reader.socket.readyState).toBe(reader.socket.OPEN);
      reader.close();
      for (const line of lines) line.close();
    },
    timeoutFor(180_000),
  );
});
