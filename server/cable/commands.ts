import { type Beginning, type Tracing, traced } from "../telemetry/spans.ts";
import type { Subscription } from "./channel.ts";
import { actionIn, type Channels, isIdentifier, maxSubscriptions, type Named, perform } from "./channels.ts";
import { type ActiveSubscription, type Connection, send, sendBuffered } from "./connection.ts";
import type { History } from "./history.ts";
import type { Resumption } from "./resume.ts";
import type { Streams } from "./streams.ts";
import { disconnect, objectIn } from "./wire.ts";

/** How long frames are buffered for a resumed client that has not requested its history, in milliseconds. */
const maxBufferTime = 5000;

const commandNames = ["subscribe", "unsubscribe", "message", "history", "presence"];
const known = (names: readonly string[], given: unknown) => names.find((each) => each === given) ?? "other";

type Dependencies = {
  channels: Channels;
  streams: Streams;
  history: History;
  resumption: Resumption;
  tracing: Tracing | null;
};

/** Executes a client's commands. */
export function openCommands({ channels, streams, history, resumption, tracing }: Dependencies) {
  return { greet, execute, close };

  /**
   * Sends the first frame. In the extended protocol a broken session is resumed: its subscriptions are authorised
   * again.
   */
  async function greet(connection: Connection, previousSid: string): Promise<void> {
    const { sid } = connection;
    if (!sid) return send(connection, { type: "welcome" });
    const identifiers = resumption.resume(previousSid, connection.token);
    if (!identifiers) return send(connection, { type: "welcome", sid });
    for (const identifier of identifiers) await addSubscription(connection, identifier, { buffering: true });
    send(connection, { type: "welcome", sid, restored: true, restored_ids: [...connection.subscriptions.keys()] });
    setTimeout(() => {
      for (const [identifier, one] of connection.subscriptions)
        if (one.buffered) sendBuffered(history, connection, identifier, one, null);
    }, maxBufferTime).unref();
  }

  /** Executes one command. Unknown commands, channels, actions and malformed frames are ignored, as Rails does. */
  async function execute(connection: Connection, text: string): Promise<void> {
    const frame = objectIn(text);
    const identifier = frame?.["identifier"];
    if (frame?.["command"] === "ping" && connection.sid) return send(connection, { type: "pong" });
    if (!frame || !isIdentifier(identifier)) return;
    return traced(
      tracing,
      () => beginningOf(frame, identifier),
      () => executeFrame(connection, frame, identifier),
    );
  }

  /** The span of a command, by names of ours alone: a client may write anything into a frame. */
  function beginningOf(frame: Record<string, unknown>, identifier: string): Beginning {
    const command = known(commandNames, frame["command"]);
    const channel = channels.named(identifier)?.channel;
    const action =
      command === "message" ? known(Object.keys(channel?.actions ?? {}), actionIn(frame["data"]).name) : null;
    return {
      name: ["cable", command, channel?.name, action].filter(Boolean).join(" "),
      kind: "server",
      facts: {
        "plumbline.cable.command": command,
        ...(channel ? { "plumbline.cable.channel": channel.name } : {}),
        ...(action ? { "plumbline.cable.action": action } : {}),
      },
    };
  }

  async function executeFrame(
    connection: Connection,
    frame: Record<string, unknown>,
    identifier: string,
  ): Promise<void> {
    switch (frame["command"]) {
      case "subscribe":
        return subscribe(connection, identifier, frame["history"]);
      case "unsubscribe":
        return unsubscribe(connection, identifier);
      case "message": {
        const one = connection.subscriptions.get(identifier);
        if (one) await perform(one.channel, one.subscription, frame["data"]);
        return;
      }
      case "history": {
        const one = connection.subscriptions.get(identifier);
        if (one && connection.sid) sendBuffered(history, connection, identifier, one, frame["history"]);
        return;
      }
      case "presence":
        // Presence is not supported; a client without an answer would wait for ever.
        if (connection.sid) send(connection, { type: "presence", identifier, message: { type: "error" } });
    }
  }

  async function subscribe(connection: Connection, identifier: string, wanted: unknown): Promise<void> {
    const { subscriptions } = connection;
    const again = subscriptions.has(identifier);
    const outcome =
      again ||
      (await addSubscription(connection, identifier, { buffering: connection.sid !== null && wanted !== undefined }));
    if (outcome === "unknown") return;
    // A repeated subscribe is confirmed again: a client that missed the first confirmation would wait for ever.
    send(connection, { type: outcome ? "confirm_subscription" : "reject_subscription", identifier });
    const one = subscriptions.get(identifier);
    if (one?.buffered) sendBuffered(history, connection, identifier, one, wanted);
  }

  /** Adds a subscription if its channel allows it; otherwise removes the streams it had added. */
  async function addSubscription(
    connection: Connection,
    identifier: string,
    { buffering }: { buffering: boolean },
  ): Promise<boolean | "unknown"> {
    const named = channels.named(identifier);
    if (!named) return "unknown";
    const one = makeSubscription(connection, identifier, named);
    if (buffering) one.buffered = [];
    connection.subscriptions.set(identifier, one);
    let allowed = false;
    try {
      allowed = connection.subscriptions.size <= maxSubscriptions && (await one.channel.subscribe(one.subscription));
      return allowed;
    } catch (error) {
      // A client without an answer would wait for ever; after a reconnect it subscribes again.
      disconnect(connection.socket, "server_restart");
      throw error;
    } finally {
      if (!allowed) {
        connection.subscriptions.delete(identifier);
        for (const stream of [...one.streams]) one.subscription.stop(stream);
      }
    }
  }

  function makeSubscription(
    connection: Connection,
    identifier: string,
    { channel, params }: Named,
  ): ActiveSubscription {
    const subscribedStreams = new Set<string>();
    const subscription: Subscription = {
      get member() {
        return connection.member;
      },
      params,
      state: {},
      listen: (stream) => {
        subscribedStreams.add(stream);
        streams.add(stream, identifier, connection);
      },
      stop: (stream) => {
        if (subscribedStreams.delete(stream)) streams.remove(stream, identifier, connection);
      },
      transmit: (message) => send(connection, { identifier, message }),
    };
    return { channel, subscription, streams: subscribedStreams, buffered: null };
  }

  async function unsubscribe(connection: Connection, identifier: string): Promise<void> {
    const one = connection.subscriptions.get(identifier);
    if (!one) return;
    connection.subscriptions.delete(identifier);
    for (const stream of [...one.streams]) one.subscription.stop(stream);
    await one.channel.unsubscribe?.(one.subscription);
  }

  /** Ends all subscriptions of a closed connection; in the extended protocol its session can be resumed. */
  async function close(connection: Connection): Promise<void> {
    const { sid, token, subscriptions } = connection;
    if (sid) resumption.store(sid, token, [...subscriptions.keys()]);
    for (const identifier of [...subscriptions.keys()]) await unsubscribe(connection, identifier);
  }
}
