import { listMessages, type Message, sendMessage } from "@plumbline/contract/messages/contract.ts";
import { describe, expect, test, vi } from "vitest";
import { makeMember, makeStaff, type Person, setUp } from "../../demo/people.ts";
import { identifierOf, openLine } from "../../testing/cable-clients.ts";
import { aWorld, buses } from "../../testing/plumbline.ts";
import { playWalks } from "../../testing/walks.ts";

describe.each(buses)("in %s", (_, environment) => {
  const world = aWorld(environment, { quiet: true, neighbour: true });
  /** Where the two processes are, the two parties are not in the same; the customers' is the one that starts again. */
  const urlFor = ({ role }: Person) => (role === "advisor" ? world.neighbour : world).url;
  /** What a browser waits before it knocks again. */
  const aMoment = () => new Promise((resolve) => setTimeout(resolve, 20));

  /** As the web's own: messages by id, each once; whenever the line stands, what came after the last known is loaded. */
  function openScreen(reader: Person, other: Person, conversationId: number) {
    const shown = new Map<number, Message>();
    let drop = () => {};
    let closed = false;
    const keep = (messages: readonly Message[]) => {
      for (const message of messages) shown.set(message.id, message);
    };
    /** Messages of two processes may overtake one another: the last few are loaded again (decision 9). */
    const lastSure = () => [...shown.keys()].sort((one, two) => one - two).at(-20) ?? 0;
    const catchUp = async (after: number): Promise<void> => {
      const { status, body } = await world.call(
        listMessages,
        { query: { receiver_id: other.id, after } },
        reader.token,
      );
      if (status !== 200) throw new Error(`history answered ${status}`);
      keep(body.entries);
      if (body.more) await catchUp(body.entries.at(-1)?.id as number);
    };
    const live = async () => {
      const line = await openLine(urlFor(reader), reader);
      drop = () => line.socket.terminate();
      if (closed) drop();
      line.socket.on("message", (data) => {
        const { message } = JSON.parse(String(data)) as { message?: Message & { type: string } };
        if (message?.type === "message") keep([message]);
      });
      const after = lastSure();
      const subscribed = line.subscribe(identifierOf("MessagesChannel", { conversation_id: conversationId }));
      await Promise.race([subscribed, line.closed.then(() => Promise.reject(new Error("the line broke")))]);
      await catchUp(after);
      ready();
      await line.closed;
    };
    let ready = () => {};
    const opened = new Promise<void>((resolve) => (ready = resolve));
    const living = (async () => {
      while (!closed) await live().catch(aMoment);
    })();
    return {
      opened,
      drop: () => drop(),
      shown: () => [...shown.values()].sort((one, two) => one.id - two.id).map(({ body }) => body),
      close: () => {
        closed = true;
        drop();
        return living;
      },
    };
  }

  /** As the web's outbox: tried again under the same client_id until it is answered, and once too often at times. */
  async function send(from: Person, to: Person, body: string, twice: boolean): Promise<void> {
    const sending = { body: { receiver_id: to.id, message: { body, client_id: `${from.id} ${body}` } } };
    const once = () => world.call(sendMessage, sending, from.token).then(({ status }) => status < 300);
    for (;;) {
      const answers = await Promise.allSettled(twice ? [once(), once()] : [once()]);
      if (answers.some((answer) => answer.status === "fulfilled" && answer.value)) return;
      await aMoment();
    }
  }

  test("M-17 M-08 200 sockets, lines that break and a restart in the middle: everything once and in order, on every screen", async () => {
    await playWalks(1, async (pick) => {
      const staff = await makeStaff(world.house);
      const aMember = async (role: "customer" | "advisor") =>
        setUp(world.house, await makeMember(world.house, role, {}, staff));
      const pairs = await Promise.all(
        Array.from({ length: 10 }, async () => {
          const [customer, advisor] = [await aMember("customer"), await aMember("advisor")];
          const hello = { body: { receiver_id: advisor.id, message: { body: "Hello" } } };
          const { conversation_id: id } = (await world.call(sendMessage, hello, customer.token)).body;
          const screens = Array.from({ length: 20 }, (_each, index) =>
            index % 2 ? openScreen(customer, advisor, id) : openScreen(advisor, customer, id),
          );
          return { customer, advisor, screens };
        }),
      );
      const all = pairs.flatMap(({ screens }) => screens);
      await Promise.all(all.map(({ opened }) => opened));

      const write = async (from: Person, to: Person, numbers: readonly number[]) => {
        for (const number of numbers) {
          await send(from, to, `${from.role} ${number}`, pick([true, false, false, false]));
          pick(all).drop();
        }
      };
      const everybodyWrites = (numbers: readonly number[]) =>
        pairs.flatMap(({ customer, advisor }) => [
          write(customer, advisor, numbers),
          write(advisor, customer, numbers),
        ]);
      await Promise.all(everybodyWrites([1, 2, 3]));
      const writing = everybodyWrites([4, 5, 6, 7, 8]);
      await world.restart();
      await Promise.all(writing);

      for (const { customer, advisor, screens } of pairs) {
        const query = { receiver_id: advisor.id, after: 0 };
        const stored = (await world.call(listMessages, { query }, customer.token)).body.entries.map(({ body }) => body);
        const by = (role: string) => stored.filter((body) => body.startsWith(role));
        for (const role of ["customer", "advisor"])
          expect(by(role)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((number) => `${role} ${number}`));
        expect(stored).toHaveLength(17);
        await vi.waitFor(() => expect(screens.map(({ shown }) => shown())).toEqual(screens.map(() => stored)), {
          timeout: 60_000,
          interval: 50,
        });
      }
      await Promise.all(all.map(({ close }) => close()));
    });
  }, 120_000);
});
