import type { Socket } from "node:net";
import { WebSocket } from "ws";
import type { Member } from "../auth/members.ts";
import type { Channel, Subscription } from "./channel.ts";
import { type DataFrame, framed, type ProtocolFrame } from "./frames.ts";
import type { History } from "./history.ts";
import { type BufferedFrame, parseHistoryRequest, replayOf } from "./resume.ts";

export type ActiveSubscription = {
  channel: Channel;
  subscription: Subscription;
  streams: Set<string>;
  /** Frames buffered until the client has received what came before them; null when nothing is pending. */
  buffered: BufferedFrame[] | null;
};

export type Connection = {
  socket: WebSocket;
  /** The TCP connection under the socket. */
  tcp: Socket;
  token: string;
  member: Member;
  /** By the exact text of the identifier, which clients compare byte for byte. */
  subscriptions: Map<string, ActiveSubscription>;
  /** Commands are executed one after another, in the order in which they arrived. */
  queue: Promise<unknown>;
  queued: number;
  queuedLength: number;
  alive: boolean;
  /** The bytes that the system had accepted at the last check, and since when in milliseconds it accepts no more. */
  bytesAccepted: number;
  acceptedAt: number;
  /** The id of its session in the extended protocol; null in the basic one. */
  sid: string | null;
};

/**
 * A slow reader is disconnected, and reads history after reconnecting: one with this many unsent bytes beyond the
 * system's buffers, or one that accepts no byte for `maxStall` milliseconds while some are pending.
 */
const maxUnsent = 256 * 1024;
const maxStall = 15_000;

/** Whether more than 256 KB wait in this process for a client that does not read them. */
export const isTooFull = ({ tcp }: Connection): boolean => tcp.writableLength > maxUnsent;

/** Checked with every ping; `now` in milliseconds. */
export function isStuck(connection: Connection, now: number): boolean {
  const { tcp } = connection;
  const accepted = tcp.bytesWritten - tcp.writableLength;
  if (tcp.writableLength === 0 || accepted !== connection.bytesAccepted) {
    connection.bytesAccepted = accepted;
    connection.acceptedAt = now;
  }
  return now - connection.acceptedAt > maxStall;
}

/** Sends frames made by `framed`, which may be written between any two whole frames of `ws`. */
export function write({ socket, tcp }: Connection, frame: Buffer): void {
  if (socket.readyState === WebSocket.OPEN) tcp.write(frame);
}

/** Sends a frame to one socket. */
export function send(connection: Connection, frame: ProtocolFrame | DataFrame): void {
  write(connection, framed(JSON.stringify(frame)));
}

/** Sends the requested history, or that it is not complete, and then the buffered frames. */
export function sendBuffered(
  history: History,
  connection: Connection,
  identifier: string,
  one: ActiveSubscription,
  request: unknown,
): void {
  const queued = one.buffered ?? [];
  one.buffered = null;
  const replay = request ? replayOf(history, identifier, one.streams, parseHistoryRequest(request)) : null;
  for (const frame of replay?.frames ?? []) write(connection, framed(frame));
  if (request) send(connection, { type: replay ? "confirm_history" : "reject_history", identifier });
  // The history includes the frames buffered meanwhile.
  for (const { stream, frame } of queued) if (!replay?.covered.has(stream)) write(connection, frame);
}
