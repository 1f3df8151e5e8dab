import { readFile } from "node:fs/promises";
import { changePassword, endAllSessions, signOut } from "@plumbline/contract/accounts/contract.ts";
import { sendMessage } from "@plumbline/contract/messages/contract.ts";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadMembers } from "../../bench/parts/many-members.ts";
import { makeMember, makeStaff, type Person, setUp } from "../demo/people.ts";
import { sessionsChanged, startSession } from "../platform/members.ts";
import { members } from "../schema.ts";
import { identifierOf, openLine } from "../testing/cable-clients.ts";
import { aWorld, buses } from "../testing/plumbline.ts";
import { processes } from "../testing/process.ts";
import { hasPostgres, startPostgres } from "../testing/servers.ts";
import { fullSize, patientFor, sized } from "../testing/size.ts";

// Who hears what on a socket, for how long, and what becomes of those who do not listen.

const strangers = sized(500, 24);
/** The promise is a second; a suite on a busy machine is believed a little more. */
const closesWithin = sized(1000, 4000);

describe.each(buses)("privacy in %s", (bus, environment) => {
  const world = aWorld({ ...environment, LOG_LEVEL: "silent" }, { neighbour: true });
  const password = "correct horse battery";
  let staff: Person;
  beforeAll(async () => {
    staff = await makeStaff(world.house);
  });
  const aMember = async (role: "customer" | "advisor") =>
    setUp(world.house, await makeMember(world.house, role, {}, staff));
  const write = async (from: Person, to: Person, body: string) =>
    (await world.call(sendMessage, { body: { receiver_id: to.id, message: { body } } }, from.token)).body;
  const urls = () => [world.url, world.neighbour.url];

  test(
    "R9 strangers who ask for conversations of others are refused on every process, and hear nothing",
    async () => {
      const [customer, advisor] = [await aMember("customer"), await aMember("advisor")];
      const { conversation_id: id } = await write(customer, advisor, "Between us");
      const curious = [await aMember("customer"), await aMember("advisor")];
      const lines = await Promise.all(
        Array.from({ length: strangers }, (_, n) =>
          openLine(urls()[n % 2] as string, { token: curious[n % 4 < 2 ? 0 : 1]?.token }),
        ),
      );
      for (const line of lines)
        for (const channel of ["MessagesChannel", "ConversationsChannel"])
          for (const conversation_id of [id, String(id)])
            expect((await line.subscribe(identifierOf(channel, { conversation_id }))).type).toBe("reject_subscription");
      await write(customer, advisor, "Still between us");
      // Whatever they might have heard came before this answer.
      for (const line of lines) {
        await line.subscribe(identifierOf("NotificationsChannel"));
        expect(line.frames.all.filter(({ message }) => message !== undefined)).toEqual([]);
        line.close();
      }
    },
    patientFor(60_000),
  );

  test("R9 a page of another origin does not get a socket", async () => {
    const { token } = await aMember("customer");
    for (const url of urls())
      for (const origin of ["https://evil.example", "null", `${url}.evil.example`])
        await expect(openLine(url, { token, headers: { origin } })).rejects.toThrow("404");
  });

  const ends: [string, (person: Person) => Promise<unknown>][] = [
    ["signing out", ({ token }) => world.call(signOut, { body: { token } })],
    ["signing out everywhere", ({ token }) => world.call(endAllSessions, {}, token)],
    [
      "a changed password",
      async ({ id, role }) => {
        const other = await startSession(world.house.db, id, world.clock.now(), null);
        const body = {
          current_password: password,
          password: "another long enough",
          confirmPassword: "another long enough",
        };
        const params = { role: `${role}s` as "customers" };
        const answer = await world.call(changePassword, { params, body }, other);
        expect(answer.status).toBe(200);
      },
    ],
    [
      "being suspended",
      async ({ id }) => {
        await world.house.db.update(members).set({ state: "suspended" }).where(eq(members.id, id));
        sessionsChanged(world.house, id);
      },
    ],
  ];
  const gaps = [false, ...(bus.includes("PostgreSQL") ? [true] : [])];
  test.each(ends.flatMap(([what, end]) => gaps.map((gap) => [what, gap, end] as const)))(
    "R9 %s closes the sockets within a second, in every process (while nothing is heard between them: %s)",
    async (_, gap, end) => {
      const person = await aMember("customer");
      const lines = await Promise.all(urls().map((url) => openLine(url, person)));
      for (const line of lines) await line.subscribe(identifierOf("ConversationsChannel"));
      if (gap)
        await world.house.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'plumbline listener' and datname = current_database()`);
      await end(person);
      const began = performance.now();
      await Promise.all(lines.map(({ closed }) => closed));
      expect(performance.now() - began).toBeLessThan(closesWithin);
      for (const line of lines)
        expect(line.frames.all.at(-1)).toEqual({ type: "disconnect", reason: "remote", reconnect: false });
    },
    30_000,
  );
});

describe.runIf(hasPostgres)("sockets that never read", () => {
  const { aFolder, start } = processes();
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  beforeAll(async () => {
    postgres = await startPostgres();
  }, 60_000);
  afterAll(() => postgres?.close());

  test(
    "R10 they are closed by the rule, the process does not grow for them, and the others are served as before",
    async () => {
      const deaf = sized(200, 20);
      const perSecond = 100;
      const messages = sized(perSecond * 300, 1400);
      /** The first is that of the one who reads, the other that of those who do not. */
      const conversations = 2;
      const { child, url } = await start(await aFolder(), { DATABASE_URL: postgres.url, LOG_LEVEL: "silent" });
      await loadMembers(postgres.url, conversations);
      const residentMegabytes = async () =>
        Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1024;
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
        const line = await openLine(url, { token: `advisor-${conversation}` });
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
      const before = await residentMegabytes();
      const lines = await Promise.all(Array.from({ length: deaf }, () => subscribed(1)));
      for (const { socket } of lines) socket.pause();
      let most = 0;
      const looking = setInterval(async () => {
        most = Math.max(most, await residentMegabytes().catch(() => 0));
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
    patientFor(60_000),
  );
});
