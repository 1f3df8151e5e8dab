import { randomBytes } from "node:crypto";

/**
 * What the extended protocol needs to replay messages: the last ones of the streams that its clients subscribe to, in
 * this process's memory. A client that reconnects to another process, or too late, is told so and reads history from
 * the API.
 */
export type Position = { epoch: string; offset: number };
/** `at` is in whole seconds since 1970. */
export type RecordedMessage = { offset: number; at: number; body: string };

export type History = {
  /** Starts recording a stream's broadcasts. */
  record(stream: string): void;
  /** Whether the stream is being recorded. */
  isRecorded(stream: string): boolean;
  /** All streams that are being recorded. */
  recorded(): Iterable<string>;
  /** Records a message and returns its position, or null when the stream is not being recorded. */
  add(stream: string, body: string): Position | null;
  /** The messages after a position, or from a second on; null when they are not known completely. */
  after(stream: string, from: Position | number): RecordedMessage[] | null;
  /** Removes old messages, and streams that no client has used meanwhile. */
  sweep(): void;
  epoch: string;
};

const maxMessages = 100;
const maxAgeSeconds = 300;

/** Keeps up to a hundred messages and five minutes of each stream. `now` in milliseconds. */
export function openHistory(now: () => number = Date.now): History {
  // Offsets restart with the process; its epoch tells that they cannot be compared.
  const epoch = randomBytes(4).toString("hex");
  const streams = new Map<
    string,
    {
      messages: RecordedMessage[];
      /** The offset of the last message; 0 before the first. */
      last: number;
      /** The recording is complete from this second on. */
      since: number;
      /** The last second in which a client used the stream. */
      usedAt: number;
    }
  >();
  const second = () => Math.floor(now() / 1000);
  const trim = (stream: { messages: RecordedMessage[]; since: number }, much: number) => {
    for (const gone of stream.messages.splice(0, much)) stream.since = gone.at + 1;
  };
  return {
    epoch,
    record: (name) => {
      const stream = streams.get(name);
      if (stream) stream.usedAt = second();
      else streams.set(name, { messages: [], last: 0, since: second(), usedAt: second() });
    },
    isRecorded: (name) => streams.has(name),
    recorded: () => streams.keys(),
    add: (name, body) => {
      const stream = streams.get(name);
      if (!stream) return null;
      stream.last += 1;
      stream.messages.push({ offset: stream.last, at: second(), body });
      trim(stream, stream.messages.length - maxMessages);
      return { epoch, offset: stream.last };
    },
    after: (name, from) => {
      const stream = streams.get(name);
      if (!stream) return null;
      if (typeof from === "number") return from < stream.since ? null : stream.messages.filter(({ at }) => at >= from);
      const oldest = stream.messages[0]?.offset ?? stream.last + 1;
      if (from.epoch !== epoch || from.offset > stream.last || from.offset < oldest - 1) return null;
      return stream.messages.filter(({ offset }) => offset > from.offset);
    },
    sweep: () => {
      const limit = second() - maxAgeSeconds;
      for (const [name, stream] of streams) {
        const fresh = stream.messages.findIndex(({ at }) => at >= limit);
        trim(stream, fresh === -1 ? stream.messages.length : fresh);
        if (stream.usedAt < limit) streams.delete(name);
      }
    },
  };
}
