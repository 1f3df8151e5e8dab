import { signOut } from "@plumbline/contract/accounts/contract.ts";
import { listMessages, type Message, readConversation, sendMessage } from "@plumbline/contract/messages/contract.ts";
import { beforeAll, describe, expect, test } from "vitest";
import type { Bus } from "../../bus/bus.ts";
import { converse } from "../../demo/messages.ts";
import { makeMember, makeStaff, type Person, setUp } from "../../demo/people.ts";
import { arrivals, clientNames, identifierOf, openClient, openSocket } from "../../testing/cable-clients.ts";
import { buses, testServer } from "../../testing/plumbline.ts";
import { aSecond } from "../../testing/size.ts";
import { type Announced, messageReadTopic, messageTopic } from "./topics.ts";

describe.each(buses)("in %s", (_, environment) => {
  const server = testServer(environment, { secondProcess: true });
  /** With two processes, the two members are connected to different ones. */
  const urlFor = ({ role }: Person) => (role === "advisor" ? server.secondProcess : server).url;
  let staff: Person;
  beforeAll(async () => {
    staff = await makeStaff(server.context);
  });

  const newMember = async (role: "customer" | "advisor") =>
    setUp(server.context, await makeMember(server.context, role, {}, staff));
  const write = async (from: Person, to: Person, body: string) =>
    (await server.call(sendMessage, { body: { receiver_id: to.id, message: { body } } }, from.token)).body;
  /** A pair with one delivered message; the id of their conversation. */
  async function makeConversation() {
    const [customer, advisor] = [await newMember("customer"), await newMember("advisor")];
    const lines = [await openSocket(urlFor(customer), customer), await openSocket(urlFor(advisor), advisor)];
    for (const line of lines) await line.subscribe(identifierOf("ConversationsChannel"));
    const { conversation_id: id } = await write(customer, advisor, "Hello");
    for (const line of lines) {
      await line.frames.next(({ message }) => message !== undefined);
      line.close();
    }
    return { customer, advisor, id };
  }

  describe.each(clientNames)("with %s", (name) => {
    const open = (person: Person) => openClient(name, urlFor(person), person.token);

    test("M-15 a bad token is refused: no subscription is confirmed, and the client does not reconnect", async () => {
      const client = openClient(name, server.url, "no-such-token");
      const { heard } = client.subscribe("ConversationsChannel");
      expect((await heard.next()).kind).not.toBe("connected");
      client.close();
    });

    test("M-16 channels are confirmed for one's own conversations and rejected for those of others", async () => {
      const { customer, id } = await makeConversation();
      const stranger = open(await newMember("advisor"));
      for (const params of [{ conversation_id: id }, { conversation_id: 2_000_000_000 }, { conversation_id: "x" }, {}])
        expect((await stranger.subscribe("MessagesChannel", params).heard.next()).kind).toBe("rejected");
      expect((await stranger.subscribe("ConversationsChannel", { conversation_id: id }).heard.next()).kind).toBe(
        "rejected",
      );
      const own = open(customer);
      for (const [channel, params] of [
        ["ConversationsChannel"],
        ["NotificationsChannel"],
        ["MessagesChannel", { conversation_id: id }],
      ] as const)
        expect((await own.subscribe(channel, params).heard.next()).kind).toBe("connected");
      for (const client of [stranger, own]) client.close();
    });

    test("M-17 a message reaches both members' channels within a second, and no third person", async () => {
      const { customer, advisor, id } = await makeConversation();
      const [reader, writer, stranger] = [open(advisor), open(customer), open(await newMember("advisor"))];
      const inChat = reader.subscribe("MessagesChannel", { conversation_id: id }).heard;
      const inList = reader.subscribe("ConversationsChannel").heard;
      const ownList = writer.subscribe("ConversationsChannel").heard;
      const elsewhere = stranger.subscribe("ConversationsChannel").heard;
      for (const heard of [inChat, inList, ownList, elsewhere]) await heard.next(({ kind }) => kind === "connected");
      const start = performance.now();
      const sent = await write(customer, advisor, "Are you free on Tuesday?");
      const got = await Promise.all(
        [inChat, inList, ownList].map((heard) => heard.next(({ kind }) => kind === "received")),
      );
      expect(performance.now() - start).toBeLessThan(aSecond);
      expect(got[0]?.data).toEqual({ type: "message", ...sent });
      expect(got[1]?.data).toMatchObject({
        ...sent,
        conversation: { id, receiver: { id: customer.id }, unread_count: 2 },
      });
      expect(got[2]?.data).toMatchObject({
        ...sent,
        conversation: { id, receiver: { id: advisor.id }, unread_count: 0 },
      });
      // Any frame to the other member would have arrived before this response.
      await stranger.subscribe("NotificationsChannel").heard.next(({ kind }) => kind === "connected");
      expect(elsewhere.all.filter(({ kind }) => kind === "received")).toEqual([]);
      for (const client of [reader, writer, stranger]) client.close();
    });

    test("M-15 signing out closes the socket for good", async () => {
      const { customer } = await makeConversation();
      const client = open(customer);
      const { heard } = client.subscribe("ConversationsChannel");
      await heard.next(({ kind }) => kind === "connected");
      await server.call(signOut, { body: { token: customer.token } });
      const { data } = await heard.next(({ kind }) => kind === "disconnected");
      expect(data).not.toMatchObject({ willAttemptReconnect: true });
      client.close();
    });

    test("M-17 after a lost connection the client reconnects, and history by ids returns everything once, in order", async () => {
      const { customer, advisor, id } = await makeConversation();
      const client = open(advisor);
      const { heard } = client.subscribe("MessagesChannel", { conversation_id: id });
      await heard.next(({ kind }) => kind === "connected");
      const first = await write(customer, advisor, "before the break");
      await heard.next(({ kind }) => kind === "received");
      client.drop();
      await heard.next(({ kind }) => kind === "disconnected");
      for (const body of ["missed one", "missed two"]) await write(customer, advisor, body);
      await heard.next(({ kind }) => kind === "connected");
      await write(customer, advisor, "after the break");
      await heard.next(({ kind }) => kind === "received");
      const missed = await server.call(
        listMessages,
        { query: { receiver_id: customer.id, after: first.id } },
        advisor.token,
      );
      const live = heard.all.flatMap(({ kind, data }) => (kind === "received" ? [data as Message] : []));
      const all = new Map([...live, ...missed.body.entries].map((message) => [message.id, message.body]));
      expect([...all].sort(([one], [other]) => one - other).map(([, body]) => body)).toEqual([
        "before the break",
        "missed one",
        "missed two",
        "after the break",
      ]);
      client.close();
    });
  });

  test("M-17 twenty messages written at once arrive live in the order of their ids, each once", async () => {
    const { customer, advisor, id } = await makeConversation();
    const line = await openSocket(urlFor(advisor), advisor);
    await line.subscribe(identifierOf("MessagesChannel", { conversation_id: id }));
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        write(index % 2 ? advisor : customer, index % 2 ? customer : advisor, `m${index}`),
      ),
    );
    await line.frames.until("20 messages", (all) => all.filter(({ message }) => message).length >= 20);
    const ids = line.frames.all.flatMap(({ message }) => (message ? [(message as Message).id] : []));
    expect(ids).toEqual([...new Set(ids)].sort((one, other) => one - other));
    line.close();
  });

  test("M-17 a retry with the same client_id is delivered live once", async () => {
    const { customer, advisor, id } = await makeConversation();
    const line = await openSocket(urlFor(advisor), advisor);
    await line.subscribe(identifierOf("MessagesChannel", { conversation_id: id }));
    const body = { receiver_id: advisor.id, message: { body: "Once", client_id: "draft" } };
    for (let attempt = 0; attempt < 3; attempt++) await server.call(sendMessage, { body }, customer.token);
    await write(customer, advisor, "Then");
    await line.frames.next(({ message }) => (message as Message | undefined)?.body === "Then");
    expect(line.frames.all.flatMap(({ message }) => (message ? [(message as Message).body] : []))).toEqual([
      "Once",
      "Then",
    ]);
    line.close();
  });

  test("M-14 someone's first message makes the conversation appear on the other side, live", async () => {
    const [customer, advisor] = [await newMember("customer"), await newMember("advisor")];
    const line = await openSocket(urlFor(advisor), advisor);
    await line.subscribe(identifierOf("ConversationsChannel"));
    await converse(server.context, [[customer, advisor, "Good morning"]]);
    const frame = await line.frames.next(({ message }) => message !== undefined);
    expect(frame.message).toMatchObject({
      type: "message",
      body: "Good morning",
      conversation: { unread_count: 1, receiver: { id: customer.id } },
    });
    line.close();
  });

  test("M-13 the other member gets each read mark once, and typing indicators, which are not stored", async () => {
    const { customer, advisor, id } = await makeConversation();
    const identifier = identifierOf("MessagesChannel", { conversation_id: id });
    const [writer, reader] = [await openSocket(urlFor(customer), customer), await openSocket(urlFor(advisor), advisor)];
    for (const line of [writer, reader]) await line.subscribe(identifier);
    reader.perform(identifier, "typing");
    reader.perform(identifier, "typing", { typing: false });
    const typing = { type: "typing", conversation_id: id, member_id: advisor.id };
    expect((await writer.frames.next(({ message }) => message !== undefined)).message).toEqual({
      ...typing,
      typing: true,
    });
    expect((await writer.frames.next()).message).toEqual({ ...typing, typing: false });
    for (let time = 0; time < 2; time++)
      await server.call(
        readConversation,
        { body: { receiver_id: customer.id, profile_id: advisor.id } },
        advisor.token,
      );
    await write(advisor, customer, "Read it");
    const [read, next] = [await writer.frames.next(), await writer.frames.next()];
    expect(read?.message).toEqual({
      type: "read",
      conversation_id: id,
      member_id: advisor.id,
      message_id: expect.any(Number),
    });
    expect(next?.message).toMatchObject({ type: "message", body: "Read it" });
    for (const line of [writer, reader]) line.close();
  });

  test("M-17 M-13 a message written through another process reaches this process's sockets, and so does its read mark", async () => {
    const { customer, advisor, id } = await makeConversation();
    const line = await openSocket(urlFor(advisor), advisor);
    await line.subscribe(identifierOf("MessagesChannel", { conversation_id: id }));
    // As the bus delivers what another process published: ids, without the loaded message.
    const elsewhere = arrivals<Announced>();
    const publish: Bus["publish"] = ({ name }, payload) => {
      if (name === messageTopic.name) elsewhere.push(payload as unknown as Announced);
    };
    const muted = { ...server.context, bus: { ...server.context.bus, publish } };
    await converse(
      muted,
      ["one", "two", "three"].map((body) => [customer, advisor, body] as const),
    );
    const written = elsewhere.all;
    for (const payload of written.toReversed()) server.context.bus.publish(messageTopic, payload);
    const pair = { customerId: customer.id, advisorId: advisor.id };
    const read = { ...pair, conversationId: id, memberId: advisor.id, messageId: written.at(-1)?.id as number };
    server.context.bus.publish(messageReadTopic, read);
    const first = await line.frames.next(({ message }) => message !== undefined);
    const got = [first, await line.frames.next(), await line.frames.next()];
    // They were announced in reverse order.
    expect(got.map(({ message }) => (message as Message).body)).toEqual(["one", "two", "three"]);
    expect((await line.frames.next()).message).toMatchObject({ type: "read", message_id: read.messageId });
    line.close();
  });
});
