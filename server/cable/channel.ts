import type { Member } from "../auth/members.ts";

/** A subscription as its channel sees it. */
export type Subscription = {
  /** As the session says now. */
  readonly member: Member;
  readonly params: Readonly<Record<string, unknown>>;
  /** State of the channel's own, for as long as the subscription lasts. */
  readonly state: Record<string, unknown>;
  /** Adds a stream: its broadcasts reach the subscriber from now on. */
  listen(stream: string): void;
  stop(stream: string): void;
  /** Sends to this subscriber only. */
  transmit(message: unknown): void;
};

/**
 * A channel of the Action Cable protocol (decision 30). Only members can subscribe; the channel decides which of them.
 */
export type Channel = {
  name: string;
  /** Called once at start, to subscribe to the bus. */
  open?(): void;
  /** Adds streams to the subscription; false rejects it. */
  subscribe(subscription: Subscription): Promise<boolean> | boolean;
  /** The actions that a subscriber may perform, by name. */
  actions?: Readonly<Record<string, (subscription: Subscription, data: Record<string, unknown>) => unknown>>;
  /** Runs once for every confirmed subscription, however it ends. */
  unsubscribe?(subscription: Subscription): unknown;
};
