import type { Socket } from "node:net";
import { WebSocket } from "ws";
import type { Channel, Subscription } from "./cable-channel.ts";
import { framed } from "./cable-frames.ts";
import type { History } from "./cable-history.ts";
import { repeated, type Waiting, wantedIn } from "./cable-resume.ts";
import type { Member } from "./members.ts";

export type Held = {
  channel: Channel;
  subscription: Subscription;
  streams: Set<string>;
  /** Live frames that wait until the client has been told what came before them; null when they need not. */
  back: Waiting[] | null;
};

export type Connection = {
  socket: WebSocket;
  /** What the socket reads from and writes to. */
  line: Socket;
  token: string;
  member: Member;
  /** By the identifier's exact text: clients compare it byte for byte. */
  held: Map<string, Held>;
  /** Commands run one after another, in the order in which they came. */
  queue: Promise<unknown>;
  waiting: number;
  alive: boolean;
  /** Bytes that the system had taken when it was last looked at, and since when in milliseconds it takes no more. */
  taken: number;
  takenAt: number;
  /** The id of its session in the extended protocol; null in the basic one. */
  sid: string | null;
};

/**
 * The rule for readers that are too slow: whoever leaves this much unread, in bytes beyond what the system buffers, or takes
 * nothing for so many milliseconds while something waits, is closed, and reads history when it comes back.
 */
const mostUnread = 256 * 1024;
const mostIdle = 15_000;

export const isTooFull = ({ line }: Connection): boolean => line.writableLength > mostUnread;

/** Looked at with every ping; `now` in milliseconds. */
export function isStuck(connection: Connection, now: number): boolean {
  const { line } = connection;
  const taken = line.bytesWritten - line.writableLength;
  if (line.writableLength === 0 || taken !== connection.taken) {
    connection.taken = taken;
    connection.takenAt = now;
  }
  return now - connection.takenAt > mostIdle;
}

/** Sends frames made by `framed`. Between whole frames of `ws` itself there is always room for another. */
export function write({ socket, line }: Connection, frame: Buffer): void {
  if (socket.readyState === WebSocket.OPEN) line.write(frame);
}

/** To one socket. */
export function say(connection: Connection, frame: unknown): void {
  write(connection, framed(JSON.stringify(frame)));
}

/** Repeats what was missed, says whether it was all, and lets go of what waited behind it. */
export function release(history: History, connection: Connection, identifier: string, one: Held, asked: unknown): void {
  const waiting = one.back ?? [];
  one.back = null;
  const told = asked ? repeated(history, identifier, one.streams, wantedIn(asked)) : null;
  for (const frame of told?.frames ?? []) write(connection, framed(frame));
  if (asked) say(connection, { type: told ? "confirm_history" : "reject_history", identifier });
  // What was repeated includes what came in meanwhile.
  for (const { stream, frame } of waiting) if (!told?.covered.has(stream)) write(connection, frame);
}
