/** A session as broadcasts and commands reach it. */
export type Listener = {
  identifiers: string;
  /** The streams of each subscription, by its identifier. */
  subscriptions: ReadonlyMap<string, ReadonlySet<string>>;
  send(text: string): void;
  /** Closes the socket after a disconnect frame. */
  disconnect(reconnect: boolean): void;
};

type Broadcast = { stream: string; data: string };
type Command = { command: string; payload: { identifier: string; reconnect: boolean } };

export type Hub = ReturnType<typeof openHub>;

/** Passes broadcasts and remote commands on to the sessions they concern. */
export function openHub() {
  const listeners = new Set<Listener>();
  const broadcast = ({ stream, data }: Broadcast) => {
    for (const { subscriptions, send } of listeners)
      for (const [identifier, streams] of subscriptions)
        if (streams.has(stream)) send(`{"identifier":${JSON.stringify(identifier)},"message":${data}}`);
  };
  const execute = ({ payload: { identifier, reconnect } }: Command) => {
    const one = [...listeners].find(({ identifiers }) => identifiers === identifier);
    if (!one) return;
    listeners.delete(one);
    one.disconnect(reconnect);
  };
  return {
    add: (listener: Listener) => void listeners.add(listener),
    remove: (listener: Listener) => void listeners.delete(listener),
    /** Carries out what the program has sent: a broadcast, a list of them, or a command. */
    handle: (body: unknown) => {
      if (isBroadcast(body)) broadcast(body);
      else if (Array.isArray(body)) for (const each of body.filter(isBroadcast)) broadcast(each);
      else if (isCommand(body)) execute(body);
    },
  };
}

const has = (value: unknown, name: string): boolean => typeof value === "object" && value !== null && name in value;
const isBroadcast = (value: unknown): value is Broadcast => has(value, "stream") && has(value, "data");
const isCommand = (value: unknown): value is Command => has(value, "command") && has(value, "payload");
