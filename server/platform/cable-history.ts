import { randomBytes } from "node:crypto";

/**
 * What the extended protocol needs to repeat: the last messages of the streams that its clients listen to, in this
 * process's memory. Whoever comes back to another process, or too late, is told so and reads history from the API.
 */
export type Place = { epoch: string; offset: number };
export type Kept = { offset: number /** Whole seconds. */; at: number; body: string };

export type History = {
  /** Keeps what is broadcast on a stream from now on. */
  follow(stream: string): void;
  /** Somebody follows the stream. */
  follows(stream: string): boolean;
  /** All streams that somebody follows. */
  followed(): Iterable<string>;
  /** The place of a message in its stream, or null where nobody follows. */
  add(stream: string, body: string): Place | null;
  /** What came after a place, or from a second on; null when that is not known in full. */
  after(stream: string, from: Place | number): Kept[] | null;
  /** Forgets what is too old, and streams that nobody has asked for in that time. */
  sweep(): void;
  epoch: string;
};

const mostKept = 100;
const keptSeconds = 300;

/** Keeps a hundred messages and five minutes of each stream. `now` in milliseconds. */
export function openHistory(now: () => number = Date.now): History {
  // Offsets begin again with the process: another epoch says that they cannot be compared.
  const epoch = randomBytes(4).toString("hex");
  const streams = new Map<
    string,
    { kept: Kept[]; last: number /** Complete from this second on. */; since: number; usedAt: number }
  >();
  const second = () => Math.floor(now() / 1000);
  const trim = (stream: { kept: Kept[]; since: number }, much: number) => {
    for (const gone of stream.kept.splice(0, much)) stream.since = gone.at + 1;
  };
  return {
    epoch,
    follow: (name) => {
      const stream = streams.get(name);
      if (stream) stream.usedAt = second();
      else streams.set(name, { kept: [], last: 0, since: second(), usedAt: second() });
    },
    follows: (name) => streams.has(name),
    followed: () => streams.keys(),
    add: (name, body) => {
      const stream = streams.get(name);
      if (!stream) return null;
      stream.last += 1;
      stream.kept.push({ offset: stream.last, at: second(), body });
      trim(stream, stream.kept.length - mostKept);
      return { epoch, offset: stream.last };
    },
    after: (name, from) => {
      const stream = streams.get(name);
      if (!stream) return null;
      if (typeof from === "number") return from < stream.since ? null : stream.kept.filter(({ at }) => at >= from);
      const oldest = stream.kept[0]?.offset ?? stream.last + 1;
      if (from.epoch !== epoch || from.offset > stream.last || from.offset < oldest - 1) return null;
      return stream.kept.filter(({ offset }) => offset > from.offset);
    },
    sweep: () => {
      const limit = second() - keptSeconds;
      for (const [name, stream] of streams) {
        const fresh = stream.kept.findIndex(({ at }) => at >= limit);
        trim(stream, fresh === -1 ? stream.kept.length : fresh);
        if (stream.usedAt < limit) streams.delete(name);
      }
    },
  };
}
