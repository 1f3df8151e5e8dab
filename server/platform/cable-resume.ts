import { randomBytes } from "node:crypto";
import type { History, Kept, Place } from "./cable-history.ts";

// The extended protocol's own half of the cable: who comes back, and what they missed (decision 30).

/** What a client asks to have repeated: places per stream, and for its other streams a second. */
export type Wanted = { since: number | null; streams: ReadonlyMap<string, Place> };

/** A frame that waits until what came before it has been repeated. */
export type Waiting = { stream: string; frame: Buffer };

/** Reads the client's `history`; whatever is malformed is left out. */
export function wantedIn(value: unknown): Wanted {
  const { since, streams } = (typeof value === "object" && value !== null ? value : {}) as {
    since?: unknown;
    streams?: unknown;
  };
  const places = Object.entries((streams ?? {}) as Record<string, Partial<Place> | null>).flatMap(([stream, place]) =>
    typeof place?.epoch === "string" && Number.isInteger(place.offset) ? [[stream, place as Place] as const] : [],
  );
  return { since: Number.isInteger(since) ? (since as number) : null, streams: new Map(places) };
}

/**
 * The frames that answer a wish for history, in order, or null when any of the streams cannot be told in full. Streams
 * for which nothing was asked stay out of it.
 */
export function repeated(history: History, identifier: string, streams: Iterable<string>, wanted: Wanted) {
  const frames: string[] = [];
  const covered = new Set<string>();
  for (const stream of streams) {
    const from = wanted.streams.get(stream) ?? wanted.since;
    if (from === null) continue;
    const kept = history.after(stream, from);
    if (!kept) return null;
    covered.add(stream);
    frames.push(
      ...kept.map((one) => frameOf(identifier, one.body, stream, { epoch: history.epoch, offset: one.offset })),
    );
  }
  return { frames, covered };
}

/** A data frame of the extended protocol, around a body that is serialised already. */
export function frameOf(identifier: string, body: Kept["body"], stream: string, { epoch, offset }: Place): string {
  return `{"identifier":${JSON.stringify(identifier)},"message":${body},"stream_id":${JSON.stringify(stream)},"epoch":"${epoch}","offset":${offset}}`;
}

const rememberedFor = 300_000;
const mostRemembered = 10_000;

export type Resumption = ReturnType<typeof openResumption>;

/** Sessions of sockets that broke, by the id their welcome carried; each is taken up once, by the same token. */
export function openResumption() {
  const left = new Map<string, { token: string; identifiers: readonly string[]; until: number }>();
  return {
    newId: () => randomBytes(12).toString("base64url"),
    leave: (id: string, token: string, identifiers: readonly string[]) => {
      left.set(id, { token, identifiers, until: Date.now() + rememberedFor });
      for (const oldest of left.keys()) {
        if (left.size <= mostRemembered) break;
        left.delete(oldest);
      }
    },
    takeUp: (id: string, token: string): readonly string[] | null => {
      const session = left.get(id);
      left.delete(id);
      return session && session.token === token && session.until > Date.now() ? session.identifiers : null;
    },
    sweep: () => {
      for (const [id, { until }] of left) if (until <= Date.now()) left.delete(id);
    },
  };
}
