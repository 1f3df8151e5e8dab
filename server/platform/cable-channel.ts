import type { House } from "../house.ts";
import type { Member } from "./members.ts";

/** What a channel holds of one subscription while it lasts. */
export type Subscription = {
  readonly house: House;
  /** As the session says now. */
  readonly member: Member;
  readonly params: Readonly<Record<string, unknown>>;
  /** The channel's own, from the subscribing to the end. */
  readonly state: Record<string, unknown>;
  /** Whatever is broadcast on a stream from now on reaches the subscriber. */
  listen(stream: string): void;
  stop(stream: string): void;
  /** To this subscriber alone. */
  transmit(message: unknown): void;
};

/**
 * A channel of the Action Cable protocol (decision 30). Only members reach it; whom else it refuses is its own business.
 */
export type Channel = {
  name: string;
  /** Called once, at start: hears the bus and broadcasts. */
  open?(house: House): void;
  /** Listens to streams; false refuses the subscription. */
  subscribe(subscription: Subscription): Promise<boolean> | boolean;
  /** What a subscriber may do on it, by name. */
  actions?: Readonly<Record<string, (subscription: Subscription, data: Record<string, unknown>) => unknown>>;
  /** Runs once for every confirmed subscription, however it ends. */
  unsubscribe?(subscription: Subscription): unknown;
};
