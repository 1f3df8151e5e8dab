import type { Member } from "../auth/members.ts";
import type { Subscription } from "../cable/channel.ts";
import { type Channels, isIdentifier, maxSubscriptions, type Named, perform } from "../cable/channels.ts";
import { objectIn } from "../cable/wire.ts";
import { type CommandRequest, type CommandResponse, frameText, status } from "./wire.ts";

/** The connection's count of subscriptions, which AnyCable remembers for us. */
const countName = "subscriptions";
/** A subscription's own state, likewise. */
const stateName = "state";

const ignored: CommandResponse = { status: status.failure };

/** Executes a client's command that AnyCable passes on. What our own cable ignores gets no frame here either. */
export async function execute(
  channels: Channels,
  member: Member,
  { command, identifier, data, env }: CommandRequest,
): Promise<CommandResponse> {
  const named = isIdentifier(identifier) ? channels.named(identifier) : null;
  if (!named) return ignored;
  const count = Number(env.cstate[countName] ?? 0);
  const one = remoteSubscription(named, member, identifier, objectIn(env.istate[stateName] ?? "") ?? {});
  switch (command) {
    case "subscribe": {
      const allowed = count < maxSubscriptions && (await named.channel.subscribe(one.subscription));
      if (!allowed)
        return { status: status.failure, transmissions: [frameText({ type: "reject_subscription", identifier })] };
      const answer = one.answer(frameText({ type: "confirm_subscription", identifier }));
      return { ...answer, env: { ...answer.env, cstate: { [countName]: String(count + 1) } } };
    }
    case "unsubscribe":
      // AnyCable stops the streams of the subscription by itself.
      await named.channel.unsubscribe?.(one.subscription);
      return { status: status.success, env: { cstate: { [countName]: String(count - 1) } } };
    case "message":
      await perform(named.channel, one.subscription, data);
      return one.answer();
  }
}

/** A subscription whose streams, frames and state are kept by AnyCable: what its channel does to it becomes the answer. */
function remoteSubscription({ params }: Named, member: Member, identifier: string, state: Record<string, unknown>) {
  const added = new Set<string>();
  const stopped = new Set<string>();
  const transmissions: string[] = [];
  const before = JSON.stringify(state);
  const subscription: Subscription = {
    member,
    params,
    state,
    listen: (stream) => {
      stopped.delete(stream);
      added.add(stream);
    },
    stop: (stream) => {
      added.delete(stream);
      stopped.add(stream);
    },
    transmit: (message) => void transmissions.push(frameText({ identifier, message })),
  };
  const answer = (...last: string[]): CommandResponse => {
    const after = JSON.stringify(state);
    return {
      status: status.success,
      streams: [...added],
      stopped_streams: [...stopped],
      transmissions: [...transmissions, ...last],
      env: after === before ? {} : { istate: { [stateName]: after } },
    };
  };
  return { subscription, answer };
}
