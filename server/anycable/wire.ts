import { z } from "zod";
import type { DataFrame, ProtocolFrame } from "../cable/frames.ts";

// AnyCable's calls over HTTP: what it sends of a socket, and what it wants to know. Go leaves empty fields out.

const text = (max: number) =>
  z.string("must be a text").max(max, `must not be longer than ${max} characters`).default("");
const states = z.record(z.string().max(1000), z.string().max(64 * 1024), "must be an object of texts").default({});

const Env = z.object(
  {
    /** The address that the client opened, with its token. */
    url: text(8000),
    headers: states,
    /** What we asked AnyCable to store about the connection, and about the subscription that a command is for. */
    cstate: states,
    istate: states,
  },
  "must be an object",
);

export const ConnectRequest = z.object({ env: Env });

export const CommandRequest = z.object({
  command: z.enum(["subscribe", "unsubscribe", "message"], "must be subscribe, unsubscribe or message"),
  identifier: text(8000),
  data: text(64 * 1024),
  env: Env,
});
export type CommandRequest = z.output<typeof CommandRequest>;

export const DisconnectRequest = z.object({ identifiers: text(1000) });

/** How a call ended: refused is `failure`, while `error` would be repeated. */
export const status = { success: 1, failure: 2 } as const;
type Status = (typeof status)[keyof typeof status];

type NewState = { cstate?: Record<string, string>; istate?: Record<string, string> };
export type ConnectResponse = { status: Status; identifiers?: string; transmissions: string[] };
export type CommandResponse = {
  status: Status;
  disconnect?: true;
  streams?: string[];
  stopped_streams?: string[];
  transmissions?: string[];
  env?: NewState;
};

/** A frame as AnyCable passes it on. */
export const frameText = (frame: ProtocolFrame | DataFrame): string => JSON.stringify(frame);
