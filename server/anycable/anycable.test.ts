import { randomUUID } from "node:crypto";
import { signOut } from "@plumbline/contract/accounts/contract.ts";
import { sendMessage } from "@plumbline/contract/messages/contract.ts";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { endSessions, sessionsChanged, startSession } from "../auth/members.ts";
import { makeMember, makeStaff, type Person, setUp } from "../demo/people.ts";
import { announceChange } from "../features/notifications/live.ts";
import { startAnyCable } from "../testing/anycable.ts";
import { clientNames, identifierOf, openClient, openSocket } from "../testing/cable-clients.ts";
import { callOver } from "../testing/calling.ts";
import { buses, testServer } from "../testing/plumbline.ts";
import { freePort } from "../testing/servers.ts";
import { openEndedSessions } from "./ended-sessions.ts";
import { identifiersOf } from "./identifiers.ts";
import { rpcKey } from "./keys.ts";
import { addSocket, socketsOf } from "./store.ts";

const secret = "a secret of AnyCable and us";

describe.each(buses)("behind AnyCable, in %s", (processes, environment) => {
  const settings: Record<string, string> = { ...environment, ANYCABLE_SECRET: secret };
  let port: number;
  let url: string;
  // Before the server reads its settings, and no earlier, so that nobody else takes the port.
  beforeAll(async () => {
    port = await freePort();
    url = `http://127.0.0.1:${port}`;
    settings["ANYCABLE_HTTP_BROADCAST_URL"] = `${url}/_broadcast`;
  });
  const server = testServer(settings, { secondProcess: true });
  let staff: Person;
  beforeAll(async () => {
    staff = await makeStaff(server.context);
    const anycable = await startAnyCable({ port, rpcUrl: `${server.url}/_anycable`, secret });
    return anycable.close;
  });

  const newMember = async (role: "customer" | "advisor") =>
    setUp(server.context, await makeMember(server.context, role, {}, staff));
  const write = async (from: Person, to: Person, body: string, by = server.call) =>
    (await by(sendMessage, { body: { receiver_id: to.id, message: { body } } }, from.token)).body;
  async function makeConversation() {
    const [customer, advisor] = [await newMember("customer"), await newMember("advisor")];
    const { conversation_id: id } = await write(customer, advisor, "Hello");
    return { customer, advisor, id };
  }
  const openMemberSocket = async (token: string, more: Parameters<typeof openSocket>[1] = {}) => {
    const line = await openSocket(url, { token, ...more });
    expect(await line.frames.next()).toEqual({ type: "welcome" });
    return line;
  };
  const socketCount = async ({ id }: Person) => (await socketsOf(server.context.db, id)).length;
  const inbox = identifierOf("ConversationsChannel");
  const ended = [{ type: "disconnect", reason: "remote", reconnect: false }];

  test("M-15 an unknown, ended or staff token, and a page of another origin: `disconnect unauthorized` without welcome", async () => {
    const { token } = await newMember("customer");
    const gone = await newMember("customer");
    await server.call(signOut, { body: { token: gone.token } });
    for (const each of [
      { token: undefined },
      { token: "no-such-token" },
      { token: gone.token },
      { token: staff.token },
      { token, headers: { origin: "https://elsewhere.test" } },
    ]) {
      const line = await openSocket(url, each);
      expect((await line.closed).code).toBe(1000);
      expect(line.frames.all).toEqual([{ type: "disconnect", reason: "unauthorized", reconnect: false }]);
    }
    const own = await openMemberSocket(token, { headers: { origin: server.url } });
    own.close();
  });

  test("M-15 a session that has ended a moment ago, while it was remembered, opens no socket", async () => {
    const person = await newMember("customer");
    (await openMemberSocket(person.token)).close();
    await endSessions(server.context.db, person.id);
    const line = await openSocket(url, { token: person.token });
    await line.closed;
    expect(line.frames.all).toEqual([{ type: "disconnect", reason: "unauthorized", reconnect: false }]);
    await expect.poll(() => socketCount(person)).toBe(0);
  });

  test("T-06 a call without the key that AnyCable shares with us is refused and changes nothing", async () => {
    const customer = await newMember("customer");
    const body = JSON.stringify({ env: { url: `${url}/cable?access_token=${customer.token}` } });
    const line = await openMemberSocket(customer.token);
    const [socket] = await socketsOf(server.context.db, customer.id);
    const end = JSON.stringify({ identifiers: JSON.stringify({ socket: socket?.id }), env: {} });
    for (const authorization of [
      "",
      "Bearer ",
      `Bearer ${secret}`,
      `Bearer ${rpcKey("another secret")}`,
      rpcKey(secret),
    ])
      for (const [name, sent] of [
        ["connect", body],
        ["command", body],
        ["disconnect", end],
      ] as const) {
        const headers = { "content-type": "application/json", authorization };
        const response = await fetch(`${server.url}/_anycable/${name}`, { method: "POST", headers, body: sent });
        expect(response.status).toBe(401);
        expect(await response.json()).toEqual({
          errors: { base: ["This does not have the key that AnyCable shares with us."] },
        });
      }
    expect(await socketCount(customer)).toBe(1);
    line.close();
  });

  test("T-06 a call that is not as AnyCable makes it is refused by field", async () => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${rpcKey(secret)}` };
    const call = async (name: string, body: unknown) => {
      const sent = { method: "POST", headers, body: JSON.stringify(body) };
      const response = await fetch(`${server.url}/_anycable/${name}`, sent);
      return [response.status, await response.json()];
    };
    expect(await call("connect", {})).toEqual([422, { errors: { env: ["must be an object"] } }]);
    expect(await call("connect", { env: { url: 7, headers: "none" } })).toEqual([
      422,
      { errors: { "env.url": ["must be a text"], "env.headers": ["must be an object of texts"] } },
    ]);
    expect(await call("command", { command: "whisper", env: {}, identifier: "x".repeat(8001) })).toEqual([
      422,
      {
        errors: {
          command: ["must be subscribe, unsubscribe or message"],
          identifier: ["must not be longer than 8000 characters"],
        },
      },
    ]);
    expect((await call("connect", { env: { url: "x".repeat(300_000) } }))[0]).toBe(413);
  });

  describe.each(clientNames)("with %s", (name) => {
    const open = (person: Person) => openClient(name, url, person.token);

    test("M-15 a bad token is refused: no subscription is confirmed", async () => {
      const client = openClient(name, url, "no-such-token");
      expect((await client.subscribe("ConversationsChannel").heard.next()).kind).not.toBe("connected");
      client.close();
    });

    test("M-16 one's own conversations are confirmed, those of others rejected", async () => {
      const { customer, id } = await makeConversation();
      const stranger = open(await newMember("advisor"));
      for (const params of [{ conversation_id: id }, { conversation_id: 2_000_000_000 }, {}])
        expect((await stranger.subscribe("MessagesChannel", params).heard.next()).kind).toBe("rejected");
      const own = open(customer);
      for (const [channel, params] of [
        ["ConversationsChannel"],
        ["NotificationsChannel"],
        ["MessagesChannel", { conversation_id: id }],
      ] as const)
        expect((await own.subscribe(channel, params).heard.next()).kind).toBe("connected");
      for (const client of [stranger, own]) client.close();
    });

    test("M-17 messages reach list and chat of both members, each once and in order, whichever process stored them", async () => {
      const { customer, advisor, id } = await makeConversation();
      const [reader, writer, stranger] = [open(advisor), open(customer), open(await newMember("advisor"))];
      const inChat = reader.subscribe("MessagesChannel", { conversation_id: id }).heard;
      const inList = writer.subscribe("ConversationsChannel").heard;
      const elsewhere = stranger.subscribe("ConversationsChannel").heard;
      for (const heard of [inChat, inList, elsewhere]) await heard.next(({ kind }) => kind === "connected");
      const sent = [];
      for (const body of ["One", "Two", "Three", "Four"]) sent.push(await write(customer, advisor, body));
      const received = async (heard: typeof inChat) => {
        await heard.until("the last message", (all) => JSON.stringify(all).includes("Four"));
        return heard.all.filter(({ kind }) => kind === "received").map(({ data }) => data);
      };
      expect(await received(inChat)).toEqual(sent.map((message) => ({ type: "message", ...message })));
      expect(await received(inList)).toMatchObject(sent.map(({ id: messageId }) => ({ id: messageId })));
      // Any frame to the other member would have arrived before this response.
      await stranger.subscribe("NotificationsChannel").heard.next(({ kind }) => kind === "connected");
      expect(elsewhere.all.filter(({ kind }) => kind === "received")).toEqual([]);
      for (const client of [reader, writer, stranger]) client.close();
    });

    test("N-01 a change that concerns a member reaches their open page, whichever process it comes from", async () => {
      const customer = await newMember("customer");
      const client = open(customer);
      const { heard } = client.subscribe("NotificationsChannel");
      await heard.next(({ kind }) => kind === "connected");
      for (const { context } of [server, server.secondProcess]) {
        announceChange(context, customer.id);
        expect((await heard.next()).data).toEqual({ type: "changed" });
      }
      client.close();
    });
  });

  test("M-17 that somebody writes is shown to the other, and no more after the chat was left", async () => {
    const { customer, advisor, id } = await makeConversation();
    const chat = identifierOf("MessagesChannel", { conversation_id: id });
    const [one, other] = [await openMemberSocket(customer.token), await openMemberSocket(advisor.token)];
    for (const line of [one, other]) await line.subscribe(chat);
    one.perform(chat, "no-such-action");
    one.perform(chat, "typing", { typing: true });
    const typing = { type: "typing", conversation_id: id, member_id: customer.id, typing: true };
    for (const line of [one, other]) expect((await line.frames.next()).message).toEqual(typing);
    other.say({ command: "unsubscribe", identifier: chat });
    await other.subscribe(identifierOf("NotificationsChannel"));
    one.perform(chat, "typing", { typing: false });
    await one.frames.next();
    announceChange(server.context, advisor.id);
    await other.frames.until("the change", (all) => JSON.stringify(all).includes('"changed"'));
    // The notification of the conversation's first message may come in between.
    const shown = other.frames.all.filter(({ identifier, message }) => identifier === chat && message);
    expect(shown.map(({ message }) => message)).toEqual([typing]);
    for (const line of [one, other]) line.close();
  });

  test("M-16 an unknown channel and a malformed identifier get no frame and end nothing", async () => {
    const line = await openMemberSocket((await newMember("customer")).token);
    for (const identifier of ["not JSON", identifierOf("NoSuchChannel"), identifierOf("x".repeat(1001))])
      line.say({ command: "subscribe", identifier });
    expect(await line.subscribe(inbox)).toEqual({ type: "confirm_subscription", identifier: inbox });
    line.close();
  });

  test("M-16 the two hundred and first subscription of a connection is rejected", async () => {
    const line = await openMemberSocket((await newMember("customer")).token);
    const subscribe = (place: number) => line.subscribe(identifierOf("ConversationsChannel", { place }));
    for (let place = 0; place < 200; place++) expect((await subscribe(place)).type).toBe("confirm_subscription");
    expect((await subscribe(200)).type).toBe("reject_subscription");
    line.say({ command: "unsubscribe", identifier: identifierOf("ConversationsChannel", { place: 7 }) });
    expect((await subscribe(201)).type).toBe("confirm_subscription");
    line.close();
  });

  test("M-15 signing out closes every socket of that session for good, and none of another", async () => {
    const person = await newMember("customer");
    const elsewhere = await startSession(server.context.db, person.id, server.clock.now(), null);
    const lines = [await openMemberSocket(person.token), await openMemberSocket(person.token)];
    const other = await openMemberSocket(elsewhere);
    expect(await socketCount(person)).toBe(3);
    await server.call(signOut, { body: { token: person.token } });
    for (const { closed, frames } of lines) {
      expect((await closed).code).toBe(1000);
      expect(frames.all.slice(1)).toEqual(ended);
    }
    expect(await other.subscribe(inbox)).toEqual({ type: "confirm_subscription", identifier: inbox });
    other.close();
    await other.closed;
    await expect.poll(() => socketCount(person)).toBe(0);
  });

  test("T-06 the row of a socket that is not there any more goes after its session, once AnyCable was told twice", async () => {
    const { context, clock } = server;
    const { id: memberId, member } = await newMember("customer");
    const gone = { id: randomUUID(), memberId, sessionId: member.sessionId, connectedAt: clock.now() };
    await addSocket(context.db, gone);
    await endSessions(context.db, memberId);
    // The clock goes on with each announcement, because nothing tells when AnyCable has taken the first command.
    await expect
      .poll(() => {
        sessionsChanged(context, memberId);
        clock.advance(10_000);
        return socketsOf(context.db, memberId);
      })
      .toEqual([]);
  });

  test("T-06 a command to close a socket that AnyCable refuses holds up none behind it, and is sent again with the next check", async () => {
    const { context, clock } = server;
    const { id: memberId, member } = await newMember("customer");
    const ids = [randomUUID(), randomUUID()].sort();
    for (const id of ids)
      await addSocket(context.db, { id, memberId, sessionId: member.sessionId, connectedAt: clock.now() });
    await endSessions(context.db, memberId);
    const asked: string[] = [];
    const disconnect = async (identifiers: string) => {
      asked.push(identifiers);
      return identifiers !== identifiersOf(ids[0] as string);
    };
    const checks = openEndedSessions({ ...context, broadcasts: { disconnect }, isSender: () => true });
    onTestFinished(checks.close);
    const askedFor = (id: string | undefined) => asked.filter((each) => each === identifiersOf(id as string)).length;
    for (const times of [1, 2]) {
      checks.checkAll();
      await expect.poll(() => ids.map(askedFor)).toEqual([times, times]);
      clock.advance(10_000);
    }
    await expect.poll(() => socketsOf(context.db, memberId)).toMatchObject([{ id: ids[0] }]);
  });

  test("T-06 a client of the extended protocol is told that there is no history, and gets what comes", async () => {
    const { customer, advisor } = await makeConversation();
    const line = await openMemberSocket(advisor.token, { protocols: ["actioncable-v1-ext-json"] });
    const history = { since: Math.floor(Date.now() / 1000) };
    line.say({ command: "subscribe", identifier: inbox, history });
    expect(await line.frames.next()).toEqual({ type: "confirm_subscription", identifier: inbox });
    expect(await line.frames.next()).toEqual({ type: "reject_history", identifier: inbox });
    const sent = await write(customer, advisor, "Now");
    expect((await line.frames.next()).message).toMatchObject({ id: sent.id });
    line.close();
  });

  test("M-15 a socket whose session has ended without an announcement is closed with its next command", async () => {
    const person = await newMember("customer");
    const line = await openMemberSocket(person.token);
    await endSessions(server.context.db, person.id);
    // The cache of sessions outlasts what was not announced by a second.
    server.clock.advance(1500);
    line.say({ command: "subscribe", identifier: inbox });
    await line.closed;
    expect(line.frames.all.slice(1)).toEqual(ended);
  });

  test("T-06 sockets stay open while the process restarts; those whose session ended meanwhile are closed", async () => {
    const { customer, advisor, id } = await makeConversation();
    const [open, gone] = [await openMemberSocket(advisor.token), await openMemberSocket(customer.token)];
    const elsewhere = await startSession(server.context.db, customer.id, server.clock.now(), null);
    await open.subscribe(identifierOf("MessagesChannel", { conversation_id: id }));
    await endSessions(server.context.db, customer.id, { only: customer.member.sessionId });
    await server.restart();
    await gone.closed;
    expect(gone.frames.all.slice(1)).toEqual(ended);
    const sent = await write({ ...customer, token: elsewhere }, advisor, "Still there?");
    // Where another process has taken over, what the first may not have sent comes again before it.
    const { message } = await open.frames.next((frame) => JSON.stringify(frame.message).includes("Still there?"));
    expect(message).toEqual({ type: "message", ...sent });
    open.close();
  });

  // The last one: its first process does not come back.
  test.skipIf(processes === "one process")("T-06 when one process has stopped, the other one sends", async () => {
    const { customer, advisor, id } = await makeConversation();
    const line = await openMemberSocket(advisor.token);
    await line.subscribe(identifierOf("MessagesChannel", { conversation_id: id }));
    await server.close();
    const sending = { body: { receiver_id: advisor.id, message: { body: "From the other" } } };
    expect((await callOver(server.secondProcess.url, sendMessage, sending, customer.token)).errors).toEqual({});
    await line.frames.next(({ message }) => JSON.stringify(message).includes("From the other"));
    line.close();
  });
});

describe("without AnyCable", () => {
  const server = testServer();
  test("T-06 there are no addresses for it", async () => {
    const response = await fetch(`${server.url}/_anycable/connect`, { method: "POST" });
    expect(response.status).toBe(404);
  });
});
