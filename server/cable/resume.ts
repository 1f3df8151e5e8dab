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
/** Of the identifiers of all sessions together, in characters: some are short, but a client may choose long ones. */
const maxLength = 8_000_000;

export type Resumption = ReturnType<typeof openResumption>;

type Session = { token: string; identifiers: readonly string[]; length: number; until: number };

/** Sessions of broken sockets, by the id in their welcome; each can be resumed once, with the same token. */
export function openResumption() {
  const sessions = new Map<string, Session>();
  let length = 0;
  const take = (id: string): Session | undefined => {
    const session = sessions.get(id);
    if (sessions.delete(id)) length -= session?.length ?? 0;
    return session;
  };
  return {
    newId: () => randomBytes(12).toString("base64url"),
    store: (id: string, token: string, identifiers: readonly string[]) => {
      const own = identifiers.reduce((sum, each) => sum + each.length, 0);
      sessions.set(id, { token, identifiers, length: own, until: Date.now() + resumableFor });
      length += own;
      for (const oldest of sessions.keys()) {
        if (sessions.size <= maxSessions && length <= maxLength) break;
        take(oldest);
      }
    },
    resume: (id: string, token: string): readonly string[] | null => {
      const session = take(id);
      return session && session.token === token && session.until > Date.now() ? session.identifiers : null;
    },
    sweep: () => {
      for (const [id, { until }] of sessions) if (until <= Date.now()) take(id);
    },
  };
}
