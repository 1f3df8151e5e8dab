import type { Channel, Subscription } from "./channel.ts";
import { objectIn } from "./wire.ts";

/** The most subscriptions of one connection. */
export const maxSubscriptions = 200;
const maxIdentifierLength = 1000;

/** What an identifier names: a channel, and the parameters for it. */
export type Named = { channel: Channel; params: Record<string, unknown> };

export type Channels = ReturnType<typeof openChannels>;

/** The channels that clients may subscribe to. */
export function openChannels() {
  const byName = new Map<string, Channel>();
  return {
    add: (channel: Channel) => void byName.set(channel.name, channel),
    /** Null for a malformed identifier and for one of no channel. */
    named: (identifier: string): Named | null => {
      const params = objectIn(identifier);
      // Not made a text: a client's value may be an object of which none can be made.
      const name = params?.["channel"];
      const channel = typeof name === "string" && byName.get(name);
      return params && channel ? { channel, params } : null;
    },
  };
}

/** Whether a client's value can be an identifier: a text of at most 1,000 characters. Its JSON is not checked. */
export const isIdentifier = (given: unknown): given is string =>
  typeof given === "string" && given.length <= maxIdentifierLength;

/** The action that the data of a `message` names, with its parameters; `receive` when it names none, as in Rails. */
export function actionIn(data: unknown): { name: string; params: Record<string, unknown> } {
  const params = objectIn(data) ?? {};
  const { action } = params;
  return { name: typeof action === "string" ? action : "receive", params };
}

/** Performs the action that a client's data names; an unknown one is ignored, as Rails does. */
export async function perform({ actions = {} }: Channel, subscription: Subscription, data: unknown): Promise<void> {
  const { name, params } = actionIn(data);
  if (Object.hasOwn(actions, name)) await actions[name]?.(subscription, params);
}
