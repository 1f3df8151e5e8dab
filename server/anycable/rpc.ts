import { randomUUID } from "node:crypto";
import { fieldErrors } from "@plumbline/contract/fields.ts";
import type { FastifyInstance } from "fastify";
import type { z } from "zod";
import type { Member } from "../auth/members.ts";
import { equalInConstantTime } from "../auth/sealing.ts";
import type { Channel } from "../cable/channel.ts";
import { openChannels } from "../cable/channels.ts";
import { type DisconnectReason, disconnectFrame } from "../cable/frames.ts";
import { mayConnect } from "../cable/sessions.ts";
import { originAllowed } from "../cable/wire.ts";
import type { AppContext } from "../context.ts";
import { invalid } from "../http/problems.ts";
import { execute } from "./commands.ts";
import { identifiersOf, socketIn } from "./identifiers.ts";
import { rpcKey } from "./keys.ts";
import { addSocket, removeSockets } from "./store.ts";
import {
  CommandRequest,
  type CommandResponse,
  ConnectRequest,
  type ConnectResponse,
  DisconnectRequest,
  frameText,
  status,
} from "./wire.ts";

/** AnyCable takes frames of 64 KB, and quotes may double what is in one. */
const maxBody = 256 * 1024;

type Env = z.output<typeof ConnectRequest>["env"];
type Within = Pick<AppContext, "settings" | "sessions" | "db" | "clock" | "log">;

const refused = (reason: DisconnectReason): ConnectResponse => ({
  status: status.failure,
  transmissions: [frameText(disconnectFrame(reason))],
});

/**
 * Where AnyCable asks what our own cable decides (ADR-055): who may connect, what a command does, and that a socket has
 * closed. Its calls carry the key that both derive from ANYCABLE_SECRET (row T-06).
 */
export function serveAnyCable(app: FastifyInstance, context: AppContext, secret: string, served: readonly Channel[]) {
  const expected = `Bearer ${rpcKey(secret)}`;
  const channels = openChannels();
  for (const channel of served) channels.add(channel);
  app.register(async (scope) => {
    // Before the body is read, so that callers without the key cannot make us read one.
    scope.addHook("onRequest", async ({ headers }, reply) => {
      reply.header("cache-control", "no-store");
      if (!equalInConstantTime(headers.authorization ?? "", expected))
        await reply.code(401).send({ errors: { base: ["This does not have the key that AnyCable shares with us."] } });
    });
    const post = <Body extends z.ZodType>(
      name: string,
      schema: Body,
      answer: (body: z.output<Body>) => Promise<object>,
    ) =>
      scope.post(`/_anycable/${name}`, { bodyLimit: maxBody }, async ({ body }) => {
        const { data, error } = schema.safeParse(body ?? {});
        if (error) throw invalid(fieldErrors(error));
        return answer(data);
      });
    post("connect", ConnectRequest, ({ env }) =>
      connect(context, env).catch((error) => {
        context.log.error({ err: error }, "a socket's session could not be read");
        return refused("server_restart");
      }),
    );
    post("command", CommandRequest, async (request): Promise<CommandResponse> => {
      try {
        const member = await memberIn(context, request.env);
        if (!member) return { ...refused("remote"), disconnect: true };
        return await execute(channels, member, request);
      } catch (error) {
        context.log.error({ err: error }, "a cable command failed");
        // A client that subscribes and gets no answer would wait for ever; after a reconnect it subscribes again.
        if (request.command !== "subscribe") return { status: status.failure };
        return { ...refused("server_restart"), disconnect: true };
      }
    });
    post("disconnect", DisconnectRequest, async ({ identifiers }) => {
      const id = socketIn(identifiers);
      if (id !== null) await removeSockets(context.db, [id]);
      return { status: status.success };
    });
  });
}

const tokenIn = ({ url }: Env) => URL.parse(url)?.searchParams.get("access_token") ?? "";

async function memberIn({ sessions }: Within, env: Env): Promise<Member | null> {
  const caller = await sessions.memberOf(tokenIn(env));
  return caller && mayConnect(caller);
}

/**
 * Admits a socket and records it. A welcome has no `sid`: AnyCable would take the session of a client that sends it
 * again without asking us who it is.
 */
async function connect(context: Within, env: Env): Promise<ConnectResponse> {
  const { db, sessions, clock, settings } = context;
  const headers = { origin: env.headers["origin"], host: URL.parse(env.url)?.host };
  if (!originAllowed({ headers }, settings.publicUrl)) return refused("unauthorized");
  const member = await memberIn(context, env);
  if (!member) return refused("unauthorized");
  const { id: memberId, sessionId } = member;
  const id = randomUUID();
  await addSocket(db, { id, memberId, sessionId, connectedAt: clock.now() });
  // A session that ended before the socket was recorded closes no socket, so it is read again.
  if (!(await sessions.validAmong([sessionId])).has(sessionId)) {
    await removeSockets(db, [id]);
    return refused("unauthorized");
  }
  return { status: status.success, identifiers: identifiersOf(id), transmissions: [frameText({ type: "welcome" })] };
}
