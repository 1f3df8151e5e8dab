import { listMessages, type Message, sendMessage } from "@plumbline/contract/messages/contract.ts";
import { describe, expect, test, vi } from "vitest";
import { atNight } from "../../../tools/nightly.ts";
import { makeMember, makeStaff, type Person, setUp } from "../../demo/people.ts";
import { identifierOf, openSocket } from "../../testing/cable-clients.ts";
import { buses, testServer } from "../../testing/plumbline.ts";
import { playWalks } from "../../testing/walks.ts";

// By day over Redis, where there is one.
describe.each(atNight ? buses : buses.slice(-1))("in %s", (_, environment) => {
  const server = testServer(environment, { skipNotifications: true, secondProcess: true });
  /** With two processes, the members of a pair are connected to different ones; the customers' process is restarted. */
  const urlFor = ({ role }: Person) => (role === "advisor" ? server.secondProcess : server).url;
  /** The delay before a client tries again. */
  const retryDelay = () => new Promise((resolve) => setTimeout(resolve, 20));

  /**
   * A client like the web's: messages by id, each once; after every connect it loads what came after the last known id.
   */
  function openClient(reader: Person, other: Person, conversationId: number) {
    const shown = new Map<number, Message>();
    let drop = () => {};
    let closed = false;
    const keep = (messages: readonly Message[]) => {
      for (const message of messages) shown.set(message.id, message);
    };
    /** Messages of two processes may arrive out of order, so the last few are loaded again (ADR-009). */
    const lastInOrder = () => [...shown.keys()].sort((one, two) => one - two).at(-20) ?? 0;
    const catchUp = async (after: number): Promise<void> => {
      const { status, body } = await server.call(
        listMessages,
        { query: { receiver_id: other.id, after } },
        reader.token,
      );
      if (status !== 200) throw new Error(`history answered ${status}`);
      keep(body.entries);
      if (body.more) await catchUp(body.entries.at(-1)?.id as number);
    };
    const live = async () => {
      const line = await openSocket(urlFor(reader), reader);
      drop = () => line.socket.terminate();
      if (closed) drop();
      line.socket.on("message", (data) => {
        const { message } = JSON.parse(String(data)) as { message?: Message & { type: string } };
        if (message?.type === "message") keep([message]);
      });
      const after = lastInOrder();
      const subscribed = line.subscribe(identifierOf("MessagesChannel", { conversation_id: conversationId }));
      await Promise.race([subscribed, line.closed.then(() => Promise.reject(new Error("the connection broke")))]);
      await catchUp(after);
      ready();
      await line.closed;
    };
    let ready = () => {};
    const opened = new Promise<void>((resolve) => (ready = resolve));
    const running = (async () => {
      while (!closed) await live().catch(retryDelay);
    })();
    return {
      opened,
      drop: () => drop(),
      shown: () => [...shown.values()].sort((one, two) => one.id - two.id).map(({ body }) => body),
      close: () => {
        closed = true;
        drop();
        return running;
      },
    };
  }

  /** Like the web's outbox: retried under the same client_id until it is answered, and sometimes sent twice. */
  async function send(from: Person, to: Person, body: string, twice: boolean): Promise<void> {
    const sending = { body: { receiver_id: to.id, message: { body, client_id: `${from.id} ${body}` } } };
    const once = () => server.call(sendMessage, sending, from.token).then(({ status }) => status < 300);
    for (;;) {
      const answers = await Promise.allSettled(twice ? [once(), once()] : [once()]);
      if (answers.some((answer) => answer.status === "fulfilled" && answer.value)) return;
      await retryDelay();
    }
  }

  test("M-17 M-08 200 sockets, broken connections and a restart: every client has every message once and in order", async () => {
    await playWalks(1, async (pick) => {
      const staff = await makeStaff(server.context);
      const newMember = async (role: "customer" | "advisor") =>
        setUp(server.context, await makeMember(server.context, role, {}, staff));
      const pairs = await Promise.all(
        Array.from({ length: 10 }, async () => {
          const [customer, advisor] = [await newMember("customer"), await newMember("advisor")];
          const hello = { body: { receiver_id: advisor.id, message: { body: "Hello" } } };
          const { conversation_id: id } = (await server.call(sendMessage, hello, customer.token)).body;
          const clients = Array.from({ length: 20 }, (_each, index) =>
            index % 2 ? openClient(customer, advisor, id) : openClient(advisor, customer, id),
          );
          return { customer, advisor, clients };
        }),
      );
      const all = pairs.flatMap(({ clients }) => clients);
      await Promise.all(all.map(({ opened }) => opened));

      const write = async (from: Person, to: Person, numbers: readonly number[]) => {
        for (const number of numbers) {
          await send(from, to, `${from.role} ${number}`, pick([true, false, false, false]));
          pick(all).drop();
        }
      };
      const everyPairWrites = (numbers: readonly number[]) =>
        pairs.flatMap(({ customer, advisor }) => [
          write(customer, advisor, numbers),
          write(advisor, customer, numbers),
        ]);
      await Promise.all(everyPairWrites([1, 2, 3]));
      const writing = everyPairWrites([4, 5, 6, 7, 8]);
      await server.restart();
      await Promise.all(writing);

      for (const { customer, advisor, clients } of pairs) {
        const query = { receiver_id: advisor.id, after: 0 };
        const stored = (await server.call(listMessages, { query }, customer.token)).body.entries.map(
          ({ body }) => body,
        );
        const by = (role: string) => stored.filter((body) => body.startsWith(role));
        for (const role of ["customer", "advisor"])
          expect(by(role)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((number) => `${role} ${number}`));
        expect(stored).toHaveLength(17);
        await vi.waitFor(() => expect(clients.map(({ shown }) => shown())).toEqual(clients.map(() => stored)), {
          timeout: 60_000,
          interval: 50,
        });
      }
      await Promise.all(all.map(({ close }) => close()));
    });
  }, 120_000);
});
