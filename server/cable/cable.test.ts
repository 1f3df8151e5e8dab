import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AppContext } from "../context.ts";
import { makeMember, makeStaff, type Person } from "../demo/people.ts";
import { signOutOf } from "../features/accounts/actions.ts";
import { arrivals, type Frame, identifierOf, openSocket } from "../testing/cable-clients.ts";
import { testServer } from "../testing/plumbline.ts";
import { aSecond } from "../testing/size.ts";
import { type Cable, openCable } from "./cable.ts";
import type { Channel } from "./channel.ts";
import type { Stream } from "./stream.ts";

// The public conformance suite of the protocol, on channels made for it.
const ended = arrivals<string>();
const room: Channel = {
  name: "Room",
  subscribe: ({ params, listen, transmit, state }) => {
    if (params.closed) return false;
    if (params.broken) throw new Error("as asked");
    for (const stream of String(params.streams ?? params.id ?? "lobby").split(",")) listen(stream);
    state.count = 0;
    if (params.greets) for (const word of ["hello", "again"]) transmit(word);
    return true;
  },
  actions: {
    echo: ({ transmit }, data) => transmit({ echo: data }),
    receive: ({ transmit }, data) => transmit({ received: data }),
    count: ({ state, transmit }) => {
      state.count = Number(state.count) + 1;
      transmit({ count: state.count });
    },
    stop: ({ stop, transmit }, { stream }) => {
      stop(String(stream));
      transmit("stopped");
    },
    fail: () => {
      throw new Error("as asked");
    },
  },
  unsubscribe: ({ params, state }) => ended.push(`${params.id} after ${state.count}`),
};

const server = testServer({ LOG_LEVEL: "silent" });
const httpServer = createServer((_request, response) => response.end("a page"));
let cable: Cable;
const broadcast = (stream: string, frame: unknown) => cable.broadcast(stream as Stream<unknown>, frame);
let url: string;
let context: AppContext;
let staff: Person;
beforeAll(async () => {
  context = server.context;
  await new Promise<void>((done) => httpServer.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${(httpServer.address() as AddressInfo).port}`;
  cable = openCable(httpServer, context);
  cable.serve([room]);
  staff = await makeStaff(context);
});
afterAll(async () => {
  await cable.close();
  await new Promise((done) => httpServer.close(done));
});

const newMember = () => makeMember(context, "customer", {}, staff);
const openMemberSocket = async (more: Parameters<typeof openSocket>[1] = {}) => {
  const line = await openSocket(url, { token: (await newMember()).token, ...more });
  await line.frames.next((frame) => frame.type === "welcome");
  return line;
};

test("M-15 a missing, unknown or staff token: the upgrade succeeds, `disconnect unauthorized` without welcome, code 1000", async () => {
  for (const token of [undefined, "no-such-token", staff.token]) {
    const line = await openSocket(url, { token });
    expect(await line.closed).toEqual({ code: 1000 });
    expect(line.frames.all).toEqual([{ type: "disconnect", reason: "unauthorized", reconnect: false }]);
  }
});

test("M-15 a request that is no WebSocket for the cable, or that comes from another origin's page, is answered 404 and affects no other", async () => {
  const { token } = await newMember();
  await expect(openSocket(url, { token, headers: { origin: "https://elsewhere.test" } })).rejects.toThrow("404");
  await expect(openSocket(url, { token, headers: { origin: "null" } })).rejects.toThrow("404");
  await expect(openSocket(`${url}/elsewhere`, { token })).rejects.toThrow("404");
  const own = await openSocket(url, { token, headers: { origin: url } });
  expect(await own.frames.next()).toEqual({ type: "welcome" });
  own.close();
});

test("M-15 one of the offered subprotocols is chosen; a client that offers none is accepted all the same", async () => {
  const both = await openMemberSocket({ protocols: ["actioncable-v1-json", "actioncable-unsupported"] });
  expect(both.socket.protocol).toBe("actioncable-v1-json");
  const none = await openMemberSocket({ protocols: [] });
  expect(none.socket.protocol).toBe("");
  await expect(openMemberSocket({ protocols: ["something-else"] })).rejects.toThrow();
  for (const line of [both, none]) line.close();
});

test("M-15 welcome comes first, then pings with whole seconds that strictly grow", async () => {
  const line = await openMemberSocket();
  const [first, second] = [await line.pings.next(), await line.pings.next()].map(({ message }) => Number(message));
  expect(Number.isInteger(first)).toBe(true);
  expect(second).toBeGreaterThan(first as number);
  expect(Math.abs((first as number) - Date.now() / 1000)).toBeLessThan(10);
  line.close();
});

test("M-16 a subscription is confirmed, a refused one rejected; the identifier is echoed exactly", async () => {
  const line = await openMemberSocket();
  for (const identifier of [
    '{"id":1,  "channel":"Room"}',
    '{"channel":"Room","id":1.0}',
    '{ "channel":"Room","x":"\\u00e9" }',
  ])
    expect(await line.subscribe(identifier)).toEqual({ type: "confirm_subscription", identifier });
  const closed = identifierOf("Room", { closed: true });
  expect(await line.subscribe(closed)).toEqual({ type: "reject_subscription", identifier: closed });
  line.close();
});

test("M-16 a subscribe that is repeated is confirmed again, and delivers once", async () => {
  const line = await openMemberSocket();
  const identifier = identifierOf("Room", { id: "repeated" });
  await line.subscribe(identifier);
  expect((await line.subscribe(identifier)).type).toBe("confirm_subscription");
  broadcast("repeated", 1);
  broadcast("repeated", 2);
  expect([(await line.frames.next()).message, (await line.frames.next()).message]).toEqual([1, 2]);
  line.close();
});

test("M-16 the same channel twice with other params: two confirmations, and one broadcast reaches both", async () => {
  const line = await openMemberSocket();
  const [one, two] = [identifierOf("Room", { id: "shared" }), identifierOf("Room", { id: "shared", other: 1 })];
  await line.subscribe(one);
  await line.subscribe(two);
  broadcast("shared", { hello: 1 });
  const got = [await line.frames.next(), await line.frames.next()];
  expect(got).toEqual([
    { identifier: one, message: { hello: 1 } },
    { identifier: two, message: { hello: 1 } },
  ]);
  line.close();
});

test("R8 a subscribe that fails on our side is answered with a disconnect that lets the client reconnect", async () => {
  const line = await openMemberSocket();
  line.say({ command: "subscribe", identifier: identifierOf("Room", { id: "broken", broken: true }) });
  expect(await line.frames.next()).toEqual({ type: "disconnect", reason: "server_restart", reconnect: true });
  await line.closed;
});

test("M-16 actions run with and without arguments; what is transmitted while subscribing comes before the confirmation", async () => {
  const line = await openMemberSocket();
  const identifier = identifierOf("Room", { id: "actions", greets: true });
  line.say({ command: "subscribe", identifier });
  expect([await line.frames.next(), await line.frames.next(), await line.frames.next()]).toEqual([
    { identifier, message: "hello" },
    { identifier, message: "again" },
    { type: "confirm_subscription", identifier },
  ]);
  line.perform(identifier, "echo", { text: "hi" });
  expect((await line.frames.next()).message).toEqual({ echo: { text: "hi", action: "echo" } });
  line.perform(identifier, "echo");
  expect((await line.frames.next()).message).toEqual({ echo: { action: "echo" } });
  line.say({ command: "message", identifier, data: JSON.stringify({ text: "no action" }) });
  expect((await line.frames.next()).message).toEqual({ received: { text: "no action" } });
  line.close();
});

test("M-17 objects, texts, numbers, lists and a text that looks like JSON arrive unchanged", async () => {
  const line = await openMemberSocket();
  await line.subscribe(identifierOf("Room", { id: "values" }));
  const values = [{ a: 1 }, "text", '{"a":1}', 7, ["x"], 'quotes " and \\ and \n and é'];
  for (const value of values) broadcast("values", value);
  for (const value of values) expect((await line.frames.next()).message).toEqual(value);
  line.close();
});

test("M-17 broadcasts of one moment arrive whole, in order, and once at each subscriber", async () => {
  const lines = [await openMemberSocket(), await openMemberSocket({ protocols: ["actioncable-v1-ext-json"] })];
  const identifier = identifierOf("Room", { id: "burst" });
  for (const line of lines) await line.subscribe(identifier);
  const words = Array.from({ length: 50 }, (_, at) => `word ${at} ${"é".repeat(at * 10)}`);
  for (const word of words) broadcast("burst", word);
  for (const line of lines) {
    const heard = [];
    for (const _ of words) heard.push((await line.frames.next()).message);
    expect(heard).toEqual(words);
    line.close();
  }
});

test("M-17 of two subscribers to a stream, the one who unsubscribes receives nothing more", async () => {
  const [stays, leaves] = [await openMemberSocket(), await openMemberSocket()];
  const identifier = identifierOf("Room", { id: "two" });
  await stays.subscribe(identifier);
  await leaves.subscribe(identifier);
  leaves.say({ command: "unsubscribe", identifier });
  // Commands run in order: once this one is confirmed, the one before is done.
  await leaves.subscribe(identifierOf("Room", { id: "fence" }));
  broadcast("two", "still here?");
  broadcast("fence", "end");
  expect((await stays.frames.next()).message).toBe("still here?");
  expect((await leaves.frames.next()).message).toBe("end");
  for (const line of [stays, leaves]) line.close();
});

test("M-17 one subscription with two streams: one can be removed alone, unsubscribing removes both", async () => {
  const line = await openMemberSocket();
  const identifier = identifierOf("Room", { streams: "left,right" });
  await line.subscribe(identifier);
  line.perform(identifier, "stop", { stream: "left" });
  expect((await line.frames.next()).message).toBe("stopped");
  broadcast("left", "unheard");
  broadcast("right", "heard");
  expect((await line.frames.next()).message).toBe("heard");
  line.say({ command: "unsubscribe", identifier });
  await line.subscribe(identifierOf("Room", { id: "fence" }));
  broadcast("right", "unheard");
  broadcast("fence", "end");
  expect((await line.frames.next()).message).toBe("end");
  line.close();
});

test("M-16 a subscription keeps its own state between actions, and each is ended when the client disconnects", async () => {
  const line = await openMemberSocket();
  for (const id of ["state-a", "state-b"]) await line.subscribe(identifierOf("Room", { id }));
  for (const expected of [1, 2]) {
    line.perform(identifierOf("Room", { id: "state-a" }), "count");
    expect((await line.frames.next()).message).toEqual({ count: expected });
  }
  line.close();
  await ended.until("both ends", (all) => all.includes("state-a after 2") && all.includes("state-b after 0"));
});

test("M-15 malformed frames, unknown commands, channels, actions and identifiers, and failing actions leave the connection open", async () => {
  const line = await openMemberSocket();
  const identifier = identifierOf("Room", { id: "robust" });
  await line.subscribe(identifier);
  for (const text of [
    "",
    "not json",
    "[]",
    "null",
    "7",
    '{"command":"subscribe"}',
    '{"command":"dance","identifier":"x"}',
  ])
    line.say(text);
  line.say({ command: "subscribe", identifier: identifierOf("Nowhere") });
  line.say({ command: "subscribe", identifier: "not json" });
  line.say({ command: "message", identifier: "unknown", data: "{}" });
  line.say({ command: "message", identifier, data: "not json" });
  for (const action of ["nothing", "constructor", "__proto__", "toString", "fail"]) line.perform(identifier, action);
  line.say({ command: "unsubscribe", identifier: "unknown" });
  line.perform(identifier, "echo");
  expect((await line.frames.next((frame) => JSON.stringify(frame.message).includes("echo"))).identifier).toBe(
    identifier,
  );
  expect(line.frames.all.filter(({ type }) => type === "disconnect")).toEqual([]);
  line.close();
});

test("M-15 frames sent before the welcome are not lost", async () => {
  const { token } = await newMember();
  const line = await openSocket(url, { token });
  const identifier = identifierOf("Room", { id: "early" });
  line.say({ command: "subscribe", identifier });
  expect([await line.frames.next(), await line.frames.next()]).toEqual([
    { type: "welcome" },
    { type: "confirm_subscription", identifier },
  ]);
  line.close();
});

test("M-15 a revoked session closes its own sockets within a second, and only those", async () => {
  const person = await newMember();
  const other = await openSocket(url, { token: (await newMember()).token });
  const line = await openSocket(url, { token: person.token });
  await line.frames.next();
  const start = performance.now();
  await signOutOf(context, person.token);
  await line.closed;
  expect(performance.now() - start).toBeLessThan(aSecond);
  expect(line.frames.all.at(-1)).toEqual({ type: "disconnect", reason: "remote", reconnect: false });
  expect(other.socket.readyState).toBe(other.socket.OPEN);
  other.close();
});

test("M-15 a session that is revoked while a socket is being opened closes that socket", async () => {
  const httpServer = createServer();
  await new Promise<void>((done) => httpServer.listen(0, "127.0.0.1", done));
  const person = await newMember();
  // The session ends after it was read as valid, and before the connection exists.
  const memberOf = async (token: string) => {
    const member = await context.sessions.memberOf(token);
    await signOutOf(context, person.token);
    return member;
  };
  const cable = openCable(httpServer, { ...context, sessions: { ...context.sessions, memberOf } });
  cable.serve([room]);
  const line = await openSocket(`http://127.0.0.1:${(httpServer.address() as AddressInfo).port}`, {
    token: person.token,
  });
  await line.closed;
  expect(line.frames.all.at(-1)).toEqual({ type: "disconnect", reason: "remote", reconnect: false });
  await cable.close();
  await new Promise((done) => httpServer.close(done));
});

test("M-17 a client that does not read is disconnected, and the others go on", async () => {
  const [slow, quick] = [await openMemberSocket(), await openMemberSocket()];
  const identifier = identifierOf("Room", { id: "flood" });
  for (const line of [slow, quick]) await line.subscribe(identifier);
  slow.socket.pause();
  const large = "x".repeat(256 * 1024);
  for (let sent = 0; sent < 80; sent++) {
    broadcast("flood", large);
    await quick.frames.next((frame) => frame.message === large);
  }
  slow.socket.resume();
  await slow.closed;
  expect(quick.socket.readyState).toBe(quick.socket.OPEN);
  quick.close();
});

test("M-15 a graceful shutdown sends `server_restart` with reconnect, and closes", async () => {
  const other = openCable(createServer(), context);
  other.serve([room]);
  await other.close();
  const passing = createServer();
  await new Promise<void>((done) => passing.listen(0, "127.0.0.1", done));
  const stopping = openCable(passing, context);
  stopping.serve([room]);
  const line = await openSocket(`http://127.0.0.1:${(passing.address() as AddressInfo).port}`, {
    token: (await newMember()).token,
  });
  await line.frames.next();
  await stopping.close();
  expect(await line.frames.next()).toEqual({ type: "disconnect", reason: "server_restart", reconnect: true });
  await line.closed;
  await new Promise((done) => passing.close(done));
});

test("M-15 at a shutdown sockets leave in turns: those that wait are served as before, and nobody else is accepted", async () => {
  const passing = createServer();
  await new Promise<void>((done) => passing.listen(0, "127.0.0.1", done));
  const address = `http://127.0.0.1:${(passing.address() as AddressInfo).port}`;
  const stopping = openCable(passing, context);
  stopping.serve([room]);
  const { token } = await newMember();
  const lines = await Promise.all(Array.from({ length: 120 }, () => openSocket(address, { token })));
  for (const line of lines) await line.frames.next((frame) => frame.type === "welcome");
  const identifier = identifierOf("Room", { id: "leaving" });
  const leaving = (frame: Frame) => frame.type === "disconnect";
  for (const line of lines) await line.subscribe(identifier);
  const stopped = stopping.close();
  const who = await Promise.race(lines.map((line, at) => line.frames.next(leaving).then(() => at)));
  stopping.broadcast("leaving" as Stream<unknown>, "still here");
  await expect(openSocket(address, { token })).rejects.toThrow("503");
  await stopped;
  await Promise.all(lines.map((line) => line.closed));
  const ends = lines.map((line) => line.frames.all.slice(-2).map(({ type, message }) => message ?? type));
  expect(ends.filter((end) => end.at(-1) === "disconnect")).toHaveLength(lines.length);
  expect(ends.filter(([before]) => before === "still here").length).toBeGreaterThan(50);
  expect(ends[who]).toEqual(["confirm_subscription", "disconnect"]);
  await new Promise((done) => passing.close(done));
});

test("M-15 a socket whose session is still being read at a shutdown is disconnected too, and does not delay it", async () => {
  const passing = createServer();
  await new Promise<void>((done) => passing.listen(0, "127.0.0.1", done));
  const { token } = await newMember();
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const memberOf = async (theirs: string) => {
    asked.resolve();
    await answered.promise;
    return context.sessions.memberOf(theirs);
  };
  const stopping = openCable(passing, { ...context, sessions: { ...context.sessions, memberOf } });
  stopping.serve([room]);
  const line = await openSocket(`http://127.0.0.1:${(passing.address() as AddressInfo).port}`, { token });
  await asked.promise;
  const stopped = stopping.close();
  answered.resolve();
  await stopped;
  expect(await line.frames.next()).toEqual({ type: "disconnect", reason: "server_restart", reconnect: true });
  await line.closed;
  await new Promise((done) => passing.close(done));
});
