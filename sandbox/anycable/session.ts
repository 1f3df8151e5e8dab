import type { WebSocket } from "ws";
import type { Hub, Listener } from "./hub.ts";

type State = Record<string, string>;
/** What the program answers to a call; a number for success (1), failure (2) and error (0). */
type Answer = {
  status?: number;
  identifiers?: string;
  disconnect?: boolean;
  streams?: string[];
  stopped_streams?: string[];
  transmissions?: string[];
  env?: { cstate?: State; istate?: State };
};
type Frame = { command?: string; identifier?: string; data?: unknown; history?: unknown };

type Options = {
  socket: WebSocket;
  hub: Hub;
  /** Calls the program; rejects when it does not answer 200. */
  call(name: string, body: object): Promise<unknown>;
  env: { url: string; headers: State };
};

const pingInterval = 3000;
const success = 1;

/** Serves one socket: connects, executes the client's commands one after another, and tells the program of the end. */
export async function openSession({ socket, hub, call, env }: Options): Promise<void> {
  const subscriptions = new Map<string, Set<string>>();
  const cstate: State = {};
  const istates = new Map<string, State>();
  let queue = Promise.resolve();
  const enqueue = (work: () => Promise<void>) => {
    queue = queue.then(work).catch(() => {});
  };
  const send = (frame: object | string) => socket.send(typeof frame === "string" ? frame : JSON.stringify(frame));
  // The program is typed by its own tests; this only passes on what it answers.
  const ask = async (name: string, body: object) => (await call(name, body)) as Answer;

  const listener: Listener = {
    identifiers: "",
    subscriptions,
    send,
    disconnect: (reconnect) => {
      send({ type: "disconnect", reason: "remote", reconnect });
      socket.close(1000);
    },
  };
  socket.on("error", () => socket.terminate());
  socket.on("message", (data) => enqueue(() => execute(JSON.parse(String(data)))));
  const closed = new Promise<void>((done) => socket.once("close", () => done()));

  enqueue(async () => {
    const answer = await ask("connect", { env }).catch(() => null);
    if (!answer) return socket.close(1011);
    apply("", answer);
    if (answer.status !== success) return socket.close(1000);
    listener.identifiers = answer.identifiers ?? "";
    hub.add(listener);
  });
  const ping = setInterval(() => send({ type: "ping", message: Math.floor(Date.now() / 1000) }), pingInterval);
  await closed;
  clearInterval(ping);
  hub.remove(listener);
  await queue;
  hub.remove(listener);
  const rest = { identifiers: listener.identifiers, subscriptions: [...subscriptions.keys()] };
  // The program may have stopped; the answer is not needed.
  if (listener.identifiers) await call("disconnect", { ...rest, env: { ...env, cstate } }).catch(() => {});

  async function execute({ command, identifier = "", data, history }: Frame): Promise<void> {
    if (command === "ping") return send({ type: "pong" });
    const known = subscriptions.has(identifier);
    if (command === "history" && known) return send({ type: "reject_history", identifier });
    const isMine = command === "subscribe" ? !known : known && (command === "unsubscribe" || command === "message");
    if (!isMine || !listener.identifiers) return;
    const answer = await ask("command", {
      command,
      identifier,
      connection_identifiers: listener.identifiers,
      ...(command === "message" ? { data } : {}),
      env: { ...env, cstate, istate: istates.get(identifier) },
    });
    if (command === "subscribe" && answer.status === success) subscriptions.set(identifier, new Set());
    if (command === "unsubscribe") subscriptions.delete(identifier);
    apply(identifier, answer);
    if (command === "subscribe" && answer.status === success && history) send({ type: "reject_history", identifier });
  }

  function apply(identifier: string, answer: Answer): void {
    const streams = subscriptions.get(identifier);
    for (const stream of answer.stopped_streams ?? []) streams?.delete(stream);
    for (const stream of answer.streams ?? []) streams?.add(stream);
    Object.assign(cstate, answer.env?.cstate);
    if (answer.env?.istate) istates.set(identifier, { ...istates.get(identifier), ...answer.env.istate });
    for (const text of answer.transmissions ?? []) send(text);
    if (answer.disconnect) socket.close();
  }
}
