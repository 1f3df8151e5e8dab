import { randomBytes } from "node:crypto";
import { asRecord } from "@plumbline/contract/records.ts";
import type { History, Position, RecordedMessage } from "./history.ts";

// The extended protocol: resumed sessions and the replay of missed messages (decision 30).

/** The history that a client requests: positions by stream, and a second for its other streams. */
export type HistoryRequest = { since: number | null; streams: ReadonlyMap<string, Position> };

/** A frame that is buffered until the messages before it have been replayed. */
export type BufferedFrame = { stream: string; frame: Buffer };

/** Reads the client's `history`; malformed parts are ignored. */
export function parseHistoryRequest(value: unknown): HistoryRequest {
  const { since, streams } = asRecord(value);
  const places = Object.entries(asRecord(streams)).flatMap(([stream, place]) => {
    const { epoch, offset } = asRecord(place);
    return typeof epoch === "string" && isInteger(offset) ? [[stream, { epoch, offset }] as const] : [];
  });
  return { since: isInteger(since) ? since : null, streams: new Map(places) };
}

const isInteger = (value: unknown): value is number => Number.isInteger(value);

/**
 * The frames of the requested history, in order, or null when the history of one stream is incomplete. Streams without
 * a requested position are left out.
 */
export function replayOf(history: History, identifier: string, streams: Iterable<string>, wanted: HistoryRequest) {
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

/** A data frame of the extended protocol, around a body that is already serialised. */
export function frameOf(
  identifier: string,
  body: RecordedMessage["body"],
  stream: string,
  { epoch, offset }: Position,
): string {
  return `{"identifier":${JSON.stringify(identifier)},"message":${body},"stream_id":${JSON.stringify(stream)},"epoch":"${epoch}","offset":${offset}}`;
}

const resumableFor = 300_000;
const maxSessions = 10_000;

export type Resumption = ReturnType<typeof openResumption>;

/** Sessions of broken sockets, by the id in their welcome; each can be resumed once, with the same token. */
export function openResumption() {
  const sessions = new Map<string, { token: string; identifiers: readonly string[]; until: number }>();
  return {
    newId: () => randomBytes(12).toString("base64url"),
    store: (id: string, token: string, identifiers: readonly string[]) => {
      sessions.set(id, { token, identifiers, until: Date.now() + resumableFor });
      for (const oldest of sessions.keys()) {
        if (sessions.size <= maxSessions) break;
        sessions.delete(oldest);
      }
    },
    resume: (id: string, token: string): readonly string[] | null => {
      const session = sessions.get(id);
      sessions.delete(id);
      return session && session.token === token && session.until > Date.now() ? session.identifiers : null;
    },
    sweep: () => {
      for (const [id, { until }] of sessions) if (until <= Date.now()) sessions.delete(id);
    },
  };
}
