import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { makeMember, type Person, setUp } from "../demo/people.ts";
import { identifierOf, openSocket } from "../testing/cable-clients.ts";
import { testServer } from "../testing/plumbline.ts";
import { sized, timeoutFor } from "../testing/size.ts";

// R7, frames: whatever a client sends on its socket, the process, the other sockets and the database are not affected.

const server = testServer({}, { skipNotifications: true });
const seed = Number(process.env["FUZZ_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const someone = async (): Promise<Person> => setUp(server.context, await makeMember(server.context, "customer"));
const line = (person: Person) => openSocket(server.url, { token: person.token });
const notifications = identifierOf("NotificationsChannel");

/** Another client's subscription is still confirmed, so the process still serves. */
async function stillServes(person: Person): Promise<void> {
  const other = await line(person);
  expect((await other.subscribe(notifications)).type).toBe("confirm_subscription");
  other.close();
}

const commands = ["subscribe", "unsubscribe", "message", "history", "presence", "ping", "pong", "nothing", "__proto__"];
const identifiers = [
  "",
  "{",
  "null",
  "[]",
  "{}",
  notifications,
  identifierOf("MessagesChannel", { conversation_id: 2 ** 53 }),
  identifierOf("MessagesChannel", { conversation_id: "1; drop table members" }),
  identifierOf("MessagesChannel", { conversation_id: true }),
  identifierOf("MessagesChannel", { conversation_id: [[1]] }),
  identifierOf("ConversationsChannel", { id: -1 }),
  identifierOf("toString"),
  identifierOf("__proto__"),
  // No text can be made of it.
  JSON.stringify({ channel: { toString: 1 } }),
  identifierOf("MessagesChannel", { conversation_id: { toString: 1 } }),
  `{"channel":${"[".repeat(2000)}${"]".repeat(2000)}}`,
  "x".repeat(5000),
];
const data = [
  "",
  "{",
  "null",
  '{"action":"__proto__"}',
  '{"action":"constructor"}',
  '{"action":1e999}',
  '{"action":{"toString":1}}',
  "\0",
];
const frame = fc.oneof(
  fc
    .record({
      command: fc.oneof(fc.constantFrom(...commands), fc.jsonValue()),
      identifier: fc.oneof(fc.constantFrom(...identifiers), fc.jsonValue()),
      data: fc.oneof(fc.constantFrom(...data), fc.jsonValue()),
      history: fc.jsonValue(),
    })
    .map((value) => JSON.stringify(value)),
  fc.constantFrom("", "{", "[]", "null", '"x"', "[".repeat(20_000), `${'{"a":'.repeat(3000)}1${"}".repeat(3000)}`),
  fc.string({ unit: "binary", maxLength: 200 }),
);

test(
  `R7 frames of every kind are ignored or refused, and the connection stays open (seed ${seed})`,
  async () => {
    const person = await someone();
    const own = await line(person);
    let said = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(frame, { minLength: 5, maxLength: 25 }), async (frames) => {
        for (const each of frames) own.say(each);
        said += frames.length;
        // Confirmed after all of them, because frames are executed in order.
        const mark = identifierOf("NotificationsChannel", { mark: said });
        expect(await own.subscribe(mark)).toMatchObject({ identifier: mark });
        own.say({ command: "unsubscribe", identifier: mark });
      }),
      { seed, numRuns: sized(400, 30) },
    );
    expect(own.socket.readyState).toBe(WebSocket.OPEN);
    for (const heard of own.frames.all) expect(JSON.stringify(heard)).not.toMatch(/node_modules|at \w+ \(|select /);
    own.close();
    await stillServes(person);
  },
  timeoutFor(120_000),
);

test("R7 a frame of a megabyte, and one of endless fragments, close their own connection only", async () => {
  const person = await someone();
  const bystander = await line(person);
  const large = await line(person);
  large.say("x".repeat(1024 * 1024));
  expect((await large.closed).code).toBe(1009);
  const endless = await line(person);
  for (let part = 0; part < 40; part += 1) endless.socket.send("x".repeat(4096), { fin: false });
  expect((await endless.closed).code).toBe(1009);
  expect((await bystander.subscribe(notifications)).type).toBe("confirm_subscription");
  bystander.close();
});

test("R7 binary frames, fragments, empty frames and pings do no harm", async () => {
  const person = await someone();
  const own = await line(person);
  const command = JSON.stringify({ command: "subscribe", identifier: notifications });
  own.socket.send(Buffer.from([0, 1, 2, 255]));
  own.socket.send(Buffer.alloc(0));
  own.socket.ping(Buffer.alloc(125, 1));
  for (const [at, letter] of [...command].entries()) own.socket.send(letter, { fin: at === command.length - 1 });
  const answer = await own.frames.next(({ identifier }) => identifier === notifications);
  expect(answer.type).toBe("confirm_subscription");
  own.close();
});

test("R7 large frames that wait for the database close their own connection before they fill the memory", async () => {
  const person = await someone();
  const greedy = await line(person);
  await server.context.db.transaction(async (tx) => {
    await tx.execute(sql`lock table conversations in access exclusive mode`);
    for (let at = 0; at < 40; at += 1)
      greedy.say({
        command: "subscribe",
        identifier: identifierOf("MessagesChannel", { conversation_id: at + 1 }),
        padding: "x".repeat(60_000),
      });
    expect((await greedy.closed).code).toBe(1008);
  });
  await stillServes(person);
});

test("R7 ten thousand subscriptions on one connection are limited, and the others are served meanwhile", async () => {
  const person = await someone();
  const greedy = await line(person);
  for (let at = 0; at < 10_000; at += 1)
    greedy.say({ command: "subscribe", identifier: identifierOf("NotificationsChannel", { at }) });
  await stillServes(person);
  // Too many at once close the connection; in either case the number of subscriptions is limited.
  const last = identifierOf("NotificationsChannel", { at: 9999 });
  const ended = await Promise.race([
    greedy.closed.then(({ code }) => code),
    greedy.frames.next(({ identifier }) => identifier === last).then(() => "answered"),
  ]);
  expect([1008, "answered"]).toContain(ended);
  const confirmed = greedy.frames.all.filter(({ type }) => type === "confirm_subscription").length;
  expect(confirmed).toBeLessThanOrEqual(200);
  greedy.close();
  await stillServes(person);
});
