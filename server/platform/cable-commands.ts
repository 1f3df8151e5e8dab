import type { House } from "../house.ts";
import type { Channel, Subscription } from "./cable-channel.ts";
import { type Connection, type Held, release, say } from "./cable-connection.ts";
import type { History } from "./cable-history.ts";
import type { Resumption } from "./cable-resume.ts";
import type { Streams } from "./cable-streams.ts";
import { disconnect, objectIn } from "./cable-wire.ts";

const mostSubscriptions = 200;
const longestIdentifier = 1000;
/** How long frames wait for a client that has come back to say what it missed, in milliseconds. */
const holdsFor = 5000;

type Parts = {
  house: House;
  channels: readonly Channel[];
  streams: Streams;
  history: History;
  resumption: Resumption;
};

/** What a client may say on its connection, and what becomes of it. */
export function openCommands({ house, channels, streams, history, resumption }: Parts) {
  const byName = new Map(channels.map((channel) => [channel.name, channel]));
  return { greet, take, leaveAll };

  /** The first frame. A session that broke is taken up again: its subscriptions are asked for anew, as rights may have gone. */
  async function greet(connection: Connection, before: string): Promise<void> {
    const { sid } = connection;
    if (!sid) return say(connection, { type: "welcome" });
    const identifiers = resumption.takeUp(before, connection.token);
    if (!identifiers) return say(connection, { type: "welcome", sid });
    for (const identifier of identifiers) await begin(connection, identifier, { holdBack: true });
    say(connection, { type: "welcome", sid, restored: true, restored_ids: [...connection.held.keys()] });
    setTimeout(() => {
      for (const [identifier, one] of connection.held)
        if (one.back) release(history, connection, identifier, one, null);
    }, holdsFor).unref();
  }

  /** Unknown commands, channels, actions and broken text are ignored, as Rails does: the line stays open. */
  async function take(connection: Connection, text: string): Promise<void> {
    const frame = objectIn(text);
    const identifier = frame?.["identifier"];
    if (frame?.["command"] === "ping" && connection.sid) return say(connection, { type: "pong" });
    if (!frame || typeof identifier !== "string" || identifier.length > longestIdentifier) return;
    switch (frame["command"]) {
      case "subscribe":
        return join(connection, identifier, frame["history"]);
      case "unsubscribe":
        return leave(connection, identifier);
      case "message": {
        const held = connection.held.get(identifier);
        const data = objectIn(String(frame["data"])) ?? {};
        const action = String(data["action"] ?? "receive");
        const actions = held?.channel.actions ?? {};
        if (held && Object.hasOwn(actions, action)) await actions[action]?.(held.subscription, data);
        return;
      }
      case "history": {
        const held = connection.held.get(identifier);
        if (held && connection.sid) release(history, connection, identifier, held, frame["history"]);
        return;
      }
      case "presence":
        // Nobody's presence is told to anybody; without an answer the client would wait for ever.
        if (connection.sid) say(connection, { type: "presence", identifier, message: { type: "error" } });
    }
  }

  async function join(connection: Connection, identifier: string, wanted: unknown): Promise<void> {
    const { held } = connection;
    const again = held.has(identifier);
    const outcome =
      again || (await begin(connection, identifier, { holdBack: connection.sid !== null && wanted !== undefined }));
    if (outcome === "unknown") return;
    // A repeated subscribe is confirmed again: a client that missed the first answer would ask for ever.
    say(connection, { type: outcome ? "confirm_subscription" : "reject_subscription", identifier });
    const one = held.get(identifier);
    if (one?.back) release(history, connection, identifier, one, wanted);
  }

  /** Asks the channel; what it listened to before it refused is undone. */
  async function begin(
    connection: Connection,
    identifier: string,
    { holdBack }: { holdBack: boolean },
  ): Promise<boolean | "unknown"> {
    const params = objectIn(identifier);
    const channel = byName.get(String(params?.["channel"]));
    if (!params || !channel) return "unknown";
    const one = hold(connection, identifier, channel, params);
    if (holdBack) one.back = [];
    connection.held.set(identifier, one);
    let allowed = false;
    try {
      allowed = connection.held.size <= mostSubscriptions && (await channel.subscribe(one.subscription));
      return allowed;
    } catch (error) {
      // Neither confirmed nor refused: some clients would wait for ever. Coming back, they ask again.
      disconnect(connection.socket, "server_restart", true);
      throw error;
    } finally {
      if (!allowed) {
        connection.held.delete(identifier);
        for (const stream of [...one.streams]) one.subscription.stop(stream);
      }
    }
  }

  function hold(connection: Connection, identifier: string, channel: Channel, params: Record<string, unknown>): Held {
    const listened = new Set<string>();
    const subscription: Subscription = {
      house,
      get member() {
        return connection.member;
      },
      params,
      state: {},
      listen: (stream) => {
        listened.add(stream);
        streams.listen(stream, identifier, connection);
      },
      stop: (stream) => {
        if (listened.delete(stream)) streams.stop(stream, identifier, connection);
      },
      transmit: (message) => say(connection, { identifier, message }),
    };
    return { channel, subscription, streams: listened, back: null };
  }

  async function leave(connection: Connection, identifier: string): Promise<void> {
    const one = connection.held.get(identifier);
    if (!one) return;
    connection.held.delete(identifier);
    for (const stream of [...one.streams]) one.subscription.stop(stream);
    await one.channel.unsubscribe?.(one.subscription);
  }

  /** The connection is over; in the extended protocol its session may be taken up again. */
  async function leaveAll(connection: Connection): Promise<void> {
    const { sid, token, held } = connection;
    if (sid) resumption.leave(sid, token, [...held.keys()]);
    for (const identifier of [...held.keys()]) await leave(connection, identifier);
  }
}
