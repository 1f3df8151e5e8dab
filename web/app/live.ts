import type { Consumer, Subscription } from "@rails/actioncable";
import { useEffect, useRef, useSyncExternalStore } from "react";

/**
 * One socket per signed-in tab, shared by everyone who listens: `useLive("MessagesChannel", { conversation_id }, hear)`.
 * The line is a hint, never the truth: whoever listens loads what they missed when `onLine` is called.
 */
export type Params = Readonly<Record<string, string | number>>;
type Listener = { hear(frame: unknown): void; onLine(): void };
type Topic = {
  channel: string;
  params: Params;
  listeners: Set<Listener>;
  subscription: Subscription | null;
  on: boolean;
};

const topics = new Map<string, Topic>();
let consumer: Consumer | null = null;
let token: string | null = null;
let connected = false;
let retry: ReturnType<typeof setTimeout> | undefined;
const watchers = new Set<() => void>();

/** The library itself waits up to 16 seconds before it comes back; people notice that. */
const firstRetry = 400;
const longestRetry = 10_000;

function setConnected(now: boolean) {
  connected = now;
  for (const watch of watchers) watch();
}

/** Opens the socket for a session; a second call with the same token changes nothing. */
export async function openLive(accessToken: string): Promise<void> {
  if (token === accessToken) return;
  closeLive();
  token = accessToken;
  const { createConsumer } = await import("@rails/actioncable");
  if (token !== accessToken) return;
  consumer = createConsumer(() => `/cable?access_token=${encodeURIComponent(accessToken)}`);
  window.addEventListener("online", comeBack);
  for (const topic of topics.values()) subscribe(topic);
}

export function closeLive() {
  token = null;
  clearTimeout(retry);
  window.removeEventListener("online", comeBack);
  for (const topic of topics.values()) {
    topic.subscription = null;
    topic.on = false;
  }
  consumer?.disconnect();
  consumer = null;
  setConnected(false);
}

function comeBack() {
  consumer?.connect();
}

/** Longer and longer waits, never the same for two tabs, so that a restarted server is not stormed. */
function scheduleRetry(attempt: number) {
  clearTimeout(retry);
  const wait = Math.min(longestRetry, firstRetry * 2 ** attempt) * (0.75 + Math.random());
  retry = setTimeout(() => {
    if (connected) return;
    comeBack();
    scheduleRetry(attempt + 1);
  }, wait);
}

function subscribe(topic: Topic) {
  if (!consumer || topic.subscription) return;
  const own = consumer;
  // A consumer that was replaced meanwhile has nothing more to say.
  const current = () => own === consumer && topics.get(JSON.stringify([topic.channel, topic.params])) === topic;
  topic.subscription = own.subscriptions.create(
    { channel: topic.channel, ...topic.params },
    {
      connected: () => {
        if (!current()) return;
        clearTimeout(retry);
        if (!connected) setConnected(true);
        // The library repeats this for every confirmation of a shared line.
        if (topic.on) return;
        topic.on = true;
        for (const { onLine } of topic.listeners) onLine();
      },
      disconnected: ({ willAttemptReconnect }) => {
        if (own !== consumer) return;
        topic.on = false;
        if (connected) setConnected(false);
        if (willAttemptReconnect) scheduleRetry(0);
        else ended();
      },
      received: (frame: unknown) => {
        if (current()) for (const { hear } of topic.listeners) hear(frame);
      },
    },
  );
}

/** The server closed the line for good: the session is over. The next call finds out and signs this browser out. */
function ended() {
  for (const topic of topics.values())
    if (topic.channel === "ConversationsChannel") for (const { onLine } of topic.listeners) onLine();
}

/**
 * Listens while mounted; null params listen to nothing. `hear` gets each frame; `onLine` is called whenever the line
 * stands, at first and after every break: load then, by id, what may have been missed.
 */
export function useLive(
  channel: string,
  params: Params | null,
  hear: (frame: unknown) => void,
  onLine: () => void = nothing,
) {
  const latest = useRef({ hear, onLine });
  latest.current = { hear, onLine };
  const key = params && JSON.stringify([channel, params]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that the channel and its params say
  useEffect(() => {
    if (!key || !params) return;
    const topic: Topic = topics.get(key) ?? { channel, params, listeners: new Set(), subscription: null, on: false };
    topics.set(key, topic);
    const listener: Listener = {
      hear: (frame) => latest.current.hear(frame),
      onLine: () => latest.current.onLine(),
    };
    topic.listeners.add(listener);
    subscribe(topic);
    if (topic.on) listener.onLine();
    return () => {
      topic.listeners.delete(listener);
      if (topic.listeners.size > 0) return;
      topics.delete(key);
      topic.subscription?.unsubscribe();
    };
  }, [key]);
}

/** Says something on a channel that is being listened to; without a line it is lost, and may be. */
export function say(channel: string, params: Params, action: string, data: object = {}) {
  const topic = topics.get(JSON.stringify([channel, params]));
  if (topic?.on) topic.subscription?.perform(action, data);
}

/** Whether the line stands. */
export function useConnected(): boolean {
  return useSyncExternalStore(
    (watch) => {
      watchers.add(watch);
      return () => watchers.delete(watch);
    },
    () => connected,
    () => false,
  );
}

function nothing() {}
