import type { ConversationFrame, InboxFrame } from "@plumbline/contract/messages/frames.ts";
import type { NotificationFrame } from "@plumbline/contract/notifications/frames.ts";
import type { Consumer, Subscription } from "@rails/actioncable";
import { useEffect, useRef } from "react";
import { create } from "zustand";

/** The frames of each channel. */
type ChannelFrames = {
  MessagesChannel: ConversationFrame;
  ConversationsChannel: InboxFrame;
  NotificationsChannel: NotificationFrame;
};

export type Params = Readonly<Record<string, string | number>>;
type Listener = { onFrame(frame: unknown): void; onConnected(): void };
type Topic = {
  channel: string;
  params: Params;
  listeners: Set<Listener>;
  subscription: Subscription | null;
  confirmed: boolean;
};

/** One socket per signed-in tab is shared by all subscribers (`useLive`), each under its channel and params. */
const topics = new Map<string, Topic>();
let consumer: Consumer | null = null;
let token: string | null = null;
let retry: ReturnType<typeof setTimeout> | undefined;
/** Whether the socket is connected. */
export const useConnected = create<boolean>(() => false);
const connected = () => useConnected.getState();

/** The library itself waits up to 16 seconds before it reconnects, long enough to be noticed. In milliseconds. */
const minRetryDelay = 400;
const maxRetryDelay = 10_000;

const setConnected = (now: boolean) => useConnected.setState(now, true);

/** Opens the socket for a session; a second call with the same token changes nothing. */
export async function openLive(accessToken: string, attempt = 0): Promise<void> {
  if (token === accessToken) return;
  closeLive();
  token = accessToken;
  const library = await import("@rails/actioncable").catch(() => null);
  if (token !== accessToken) return;
  if (!library) {
    token = null;
    retry = setTimeout(() => void openLive(accessToken, attempt + 1), retryDelay(attempt));
    return;
  }
  consumer = library.createConsumer(() => {
    // Asked for each socket. The library replaces one that has gone silent without telling that it was disconnected.
    if (token === accessToken) loseConnection();
    return `/cable?access_token=${encodeURIComponent(accessToken)}`;
  });
  window.addEventListener("online", reconnect);
  for (const topic of topics.values()) subscribe(topic);
}

export function closeLive() {
  token = null;
  clearTimeout(retry);
  window.removeEventListener("online", reconnect);
  loseConnection();
  for (const topic of topics.values()) topic.subscription = null;
  consumer?.disconnect();
  consumer = null;
}

/** Each subscription has to be confirmed on the next socket, and then loads what it has missed. */
function loseConnection() {
  for (const topic of topics.values()) topic.confirmed = false;
  setConnected(false);
}

function reconnect() {
  consumer?.connect();
}

/** Exponential backoff with jitter, so that not every tab reconnects to a restarted server at once. */
const retryDelay = (attempt: number) => Math.min(maxRetryDelay, minRetryDelay * 2 ** attempt) * (0.75 + Math.random());

function scheduleRetry(attempt: number) {
  clearTimeout(retry);
  retry = setTimeout(() => {
    if (connected()) return;
    reconnect();
    scheduleRetry(attempt + 1);
  }, retryDelay(attempt));
}

function subscribe(topic: Topic) {
  if (!consumer || topic.subscription) return;
  const own = consumer;
  // Ignores a consumer that has been replaced meanwhile.
  const current = () => own === consumer && topics.get(JSON.stringify([topic.channel, topic.params])) === topic;
  topic.subscription = own.subscriptions.create(
    { channel: topic.channel, ...topic.params },
    {
      connected: () => {
        if (!current()) return;
        clearTimeout(retry);
        setConnected(true);
        // The library repeats this for every confirmation of a shared subscription.
        if (topic.confirmed) return;
        topic.confirmed = true;
        for (const { onConnected } of topic.listeners) onConnected();
      },
      disconnected: ({ willAttemptReconnect }) => {
        if (own !== consumer) return;
        loseConnection();
        if (willAttemptReconnect) scheduleRetry(0);
        else onSessionEnded();
      },
      received: (frame: unknown) => {
        if (current()) for (const { onFrame } of topic.listeners) onFrame(frame);
      },
    },
  );
}

/** The server has closed the socket for good, because the session has ended. The next call finds out and signs out. */
function onSessionEnded() {
  for (const topic of topics.values())
    if (topic.channel === "ConversationsChannel") for (const { onConnected } of topic.listeners) onConnected();
}

/**
 * Subscribes while mounted; with null params there is no subscription. `onFrame` gets each frame; `onConnected` is
 * called after every connect: load then, by id, what may have been missed.
 */
export function useLive<Channel extends keyof ChannelFrames>(
  channel: Channel,
  params: Params | null,
  onFrame: (frame: ChannelFrames[Channel]) => void,
  onConnected: () => void = nothing,
) {
  const latest = useRef({ onFrame, onConnected });
  latest.current = { onFrame, onConnected };
  const key = params && JSON.stringify([channel, params]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that the channel and its params say
  useEffect(() => {
    if (!key || !params) return;
    const topic: Topic = topics.get(key) ?? {
      channel,
      params,
      listeners: new Set(),
      subscription: null,
      confirmed: false,
    };
    topics.set(key, topic);
    const listener: Listener = {
      // The server broadcasts the frames of the contract on each channel.
      onFrame: (frame) => latest.current.onFrame(frame as ChannelFrames[Channel]),
      onConnected: () => latest.current.onConnected(),
    };
    topic.listeners.add(listener);
    subscribe(topic);
    if (topic.confirmed) listener.onConnected();
    return () => {
      topic.listeners.delete(listener);
      if (topic.listeners.size > 0) return;
      topics.delete(key);
      topic.subscription?.unsubscribe();
    };
  }, [key]);
}

/** Sends on a subscribed channel; without a connection it is dropped, which is fine for indicators of the moment. */
export function perform(channel: string, params: Params, action: string, data: object = {}) {
  const topic = topics.get(JSON.stringify([channel, params]));
  if (topic?.confirmed) topic.subscription?.perform(action, data);
}

function nothing() {}
