import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createCable } from "@anycable/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { makeMember, makeStaff, type Person } from "../demo/people.ts";
import { arrivals, identifierOf, openSocket } from "../testing/cable-clients.ts";
import { testServer } from "../testing/plumbline.ts";
import { type Cable, openCable } from "./cable.ts";
import type { Channel } from "./channel.ts";
import { openHistory } from "./history.ts";
import { openResumption } from "./resume.ts";
import type { Stream } from "./stream.ts";

const allowed = new Set<unknown>();
const room: Channel = {
  name: "Room",
  subscribe: ({ params, listen }) => {
    if (params.guarded && !allowed.has(params.guarded)) return false;
    listen(String(params.id));
    return true;
  },
};

const server = testServer({ LOG_LEVEL: "silent" });
const httpServer = createServer();
let cable: Cable;
const broadcast = (stream: string, frame: unknown) => cable.broadcast(stream as Stream<unknown>, frame);
let url: string;
let staff: Person;
beforeAll(async () => {
  await new Promise<void>((done) => httpServer.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${(httpServer.address() as AddressInfo).port}`;
  cable = openCable(httpServer, server.context);
  cable.serve([room]);
  staff = await makeStaff(server.context);
});
afterAll(async () => {
  await cable.close();
  await new Promise((done) => httpServer.close(done));
});

const newMember = () => makeMember(server.context, "customer", {}, staff);
const openExtended = async (token: string, sid = "") => {
  const line = await openSocket(url, { token, protocols: ["actioncable-v1-ext-json"], query: `&sid=${sid}` });
  const welcome = await line.frames.next();
  return { ...line, welcome, sid: String(welcome.sid) };
};
const seconds = () => Math.floor(Date.now() / 1000);

test("M-15 the extended protocol is used for clients that offer it alone; of both, the basic one is chosen", async () => {
  const { token } = await newMember();
  const line = await openExtended(token);
  expect([line.socket.protocol, line.welcome]).toEqual([
    "actioncable-v1-ext-json",
    { type: "welcome", sid: expect.stringMatching(/.{8,}/) },
  ]);
  line.say({ command: "ping" });
  expect(await line.frames.next()).toEqual({ type: "pong" });
  line.say({ command: "pong" });
  line.say({ command: "presence", identifier: "x", data: {} });
  expect(await line.frames.next()).toEqual({ type: "presence", identifier: "x", message: { type: "error" } });
  const both = await openSocket(url, { token, protocols: ["actioncable-v1-ext-json", "actioncable-v1-json"] });
  expect(both.socket.protocol).toBe("actioncable-v1-json");
  expect(await both.frames.next()).toEqual({ type: "welcome" });
  for (const each of [line, both]) each.close();
});

test("M-17 data has its stream, epoch and offset; history by offset replays what came after, in order", async () => {
  const { token } = await newMember();
  const line = await openExtended(token);
  const identifier = identifierOf("Room", { id: "places" });
  await line.subscribe(identifier);
  for (const word of ["one", "two", "three"]) broadcast("places", word);
  const first = await line.frames.next();
  expect(first).toEqual({ identifier, message: "one", stream_id: "places", epoch: expect.any(String), offset: 1 });
  await line.frames.next(({ message }) => message === "three");
  const streams = { places: { epoch: first.epoch, offset: 1 } };
  line.say({ command: "history", identifier, history: { since: seconds(), streams } });
  expect(
    [await line.frames.next(), await line.frames.next(), await line.frames.next()].map(({ message, offset, type }) => [
      type ?? message,
      offset,
    ]),
  ).toEqual([
    ["two", 2],
    ["three", 3],
    ["confirm_history", undefined],
  ]);
  // A new socket with the old one's positions, and no session to resume.
  const later = await openExtended(token);
  later.say({ command: "subscribe", identifier, history: { since: seconds(), streams } });
  expect((await later.frames.next()).type).toBe("confirm_subscription");
  expect([(await later.frames.next()).message, (await later.frames.next()).message]).toEqual(["two", "three"]);
  expect((await later.frames.next()).type).toBe("confirm_history");
  for (const each of [line, later]) each.close();
});

test("M-17 a wrong epoch, an offset from the future, one that was trimmed and a stream that is not recorded: reject_history", async () => {
  const { token } = await newMember();
  const line = await openExtended(token);
  const identifier = identifierOf("Room", { id: "trimmed" });
  await line.subscribe(identifier);
  for (let count = 0; count < 120; count++) broadcast("trimmed", count + 1);
  const { epoch } = await line.frames.next(({ offset }) => offset === 120);
  const ask = async (place: object, since: number | null = null) => {
    line.say({ command: "history", identifier, history: { since, streams: { trimmed: place } } });
    return (await line.frames.next(({ type }) => String(type).endsWith("_history"))).type;
  };
  expect(await ask({ epoch: "other", offset: 119 })).toBe("reject_history");
  expect(await ask({ epoch, offset: 121 })).toBe("reject_history");
  expect(await ask({ epoch, offset: 19 })).toBe("reject_history");
  expect(await ask({ epoch, offset: 20 })).toBe("confirm_history");
  expect(await ask({ epoch, offset: 120 })).toBe("confirm_history");
  line.say({ command: "history", identifier, history: { since: seconds() - 3600, streams: {} } });
  expect((await line.frames.next(({ type }) => type !== undefined)).type).toBe("reject_history");
  line.close();
});

test("M-17 a broken session is resumed by its id: subscribed already, with missed messages once and before new ones", async () => {
  const { token } = await newMember();
  const line = await openExtended(token);
  const identifier = identifierOf("Room", { id: "resumed" });
  await line.subscribe(identifier);
  broadcast("resumed", "heard");
  const { epoch, offset } = await line.frames.next();
  line.socket.terminate();
  await line.closed;
  broadcast("resumed", "missed");
  const back = await openExtended(token, line.sid);
  expect(back.welcome).toEqual({
    type: "welcome",
    sid: expect.any(String),
    restored: true,
    restored_ids: [identifier],
  });
  expect(back.sid).not.toBe(line.sid);
  // Broadcast before the client has requested its history: it must be buffered.
  broadcast("resumed", "new");
  back.say({ command: "history", identifier, history: { since: seconds(), streams: { resumed: { epoch, offset } } } });
  const got = [await back.frames.next(), await back.frames.next(), await back.frames.next()];
  expect(got.map(({ message, type }) => type ?? message)).toEqual(["missed", "new", "confirm_history"]);
  broadcast("resumed", "later");
  expect((await back.frames.next()).message).toBe("later");
  back.close();
});

test("M-16 a session is resumed once, with its own token only, and a lost right is not restored", async () => {
  const { token } = await newMember();
  allowed.add("key");
  const line = await openExtended(token);
  const [open, guarded] = [
    identifierOf("Room", { id: "open" }),
    identifierOf("Room", { id: "secret", guarded: "key" }),
  ];
  for (const identifier of [open, guarded])
    expect((await line.subscribe(identifier)).type).toBe("confirm_subscription");
  line.socket.terminate();
  await line.closed;
  allowed.delete("key");
  const thief = await openExtended((await newMember()).token, line.sid);
  expect(thief.welcome).toEqual({ type: "welcome", sid: thief.sid });
  const late = await openExtended(token, line.sid);
  expect(late.welcome.restored).toBeUndefined();

  allowed.add("key");
  for (const identifier of [open, guarded]) await late.subscribe(identifier);
  late.socket.terminate();
  await late.closed;
  allowed.delete("key");
  const back = await openExtended(token, late.sid);
  expect(back.welcome.restored_ids).toEqual([open]);
  for (const each of [thief, back]) each.close();
});

test("M-17 @anycable/core in extended mode: after a dropped connection every message arrives once, in order", async () => {
  const { token } = await newMember();
  const client = createCable(`${url.replace("http", "ws")}/cable?access_token=${token}`, {
    protocol: "actioncable-v1-ext-json",
    websocketImplementation: WebSocket,
    logLevel: "error",
  });
  const got = arrivals<unknown>(15_000);
  const state = arrivals<string>(15_000);
  const channel = client.subscribeTo("Room", { id: "real" });
  channel.on("message", (message) => got.push(message));
  channel.on("connect", ({ restored }) => state.push(restored ? "restored" : "connected"));
  await state.next();
  broadcast("real", "one");
  await got.next();
  const { ws } = client.transport as unknown as { ws: WebSocket };
  const gone = new Promise((resolve) => ws.once("close", resolve));
  ws.terminate();
  await gone;
  for (const word of ["two", "three"]) broadcast("real", word);
  expect(await state.next()).toBe("restored");
  broadcast("real", "four");
  await got.until("all four", (all) => all.includes("four"));
  expect(got.all).toEqual(["one", "two", "three", "four"]);
  client.disconnect();
});

test("M-17 history keeps a hundred messages and five minutes of recorded streams, and says when it is incomplete", () => {
  let now = 1_000_000_000;
  const history = openHistory(() => now);
  expect(history.add("nobody", "1")).toBeNull();
  expect(history.after("nobody", 0)).toBeNull();
  history.record("s");
  const start = now / 1000;
  history.add("s", '"a"');
  now += 10_000;
  history.add("s", '"b"');
  expect(history.after("s", start)?.map(({ body }) => body)).toEqual(['"a"', '"b"']);
  expect(history.after("s", start + 1)?.map(({ body }) => body)).toEqual(['"b"']);
  expect(history.after("s", start - 1)).toBeNull();
  now += 295_000;
  history.record("s");
  history.sweep();
  expect(history.after("s", start)).toBeNull();
  expect(history.after("s", start + 5)?.map(({ offset }) => offset)).toEqual([2]);
  expect(history.after("s", { epoch: history.epoch, offset: 1 })?.map(({ offset }) => offset)).toEqual([2]);
  expect(history.after("s", { epoch: history.epoch, offset: 0 })).toBeNull();
  now += 301_000;
  history.sweep();
  expect(history.after("s", now / 1000)).toBeNull();
});

test("M-16 sessions that can be resumed are limited by the length of their identifiers too, and the oldest go first", () => {
  const resumption = openResumption();
  const identifiers = Array.from({ length: 200 }, (_, at) => identifierOf("Room", { at, id: "x".repeat(900) }));
  for (let session = 0; session < 100; session += 1) resumption.store(`session ${session}`, "token", identifiers);
  expect(resumption.resume("session 0", "token")).toBeNull();
  expect(resumption.resume("session 99", "token")).toEqual(identifiers);
  // What was resumed, or swept, makes room.
  resumption.store("short", "token", ["{}"]);
  expect(resumption.resume("session 98", "token")).toEqual(identifiers);
});
