import { setTimeout as wait } from "node:timers/promises";
import { type Answer, type Declaration, mayCall, type Received } from "@plumbline/contract/endpoint.ts";
import { fieldErrors, wrappings } from "@plumbline/contract/fields.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { z } from "zod";
import type { House } from "../house.ts";
import { discard, type ReceivedFile, receiveFiles } from "./files.ts";
import { answerOnce, idempotencyKeyOf, replayedHeader } from "./idempotency.ts";
import { readable } from "./inputs.ts";
import { limitBySource } from "./limits.ts";
import { mailsFromSource } from "./mail-limits.ts";
import { callerOf, type Member } from "./members.ts";
import { invalid, notFound, Problem, unauthenticated } from "./problems.ts";

/** Who calls: certain where the endpoint is for somebody, perhaps nobody where it is for anyone. */
type CallerOf<D extends Declaration> = D["for"] extends "anyone" ? Member | null : Member;

export type Call<D extends Declaration> = Received<D> & {
  member: CallerOf<D>;
  files: ReceivedFile[];
  /** The same when the call is sent again with its Idempotency-Key, and never another's; null without a key. */
  onceId: string | null;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** What may refuse an upload before its files travel, by throwing. */
type Uploading = { beforeFiles?: (member: Member) => Promise<void> };

export type Route = { declaration: Declaration; run(call: Call<Declaration>): unknown } & Uploading;

/** Joins a declared endpoint with what it does; the feature's routes.ts is a list of these. */
export function handle<D extends Declaration>(
  declaration: D,
  run: (call: Call<D>) => Promise<Answer<D>> | Answer<D>,
  uploading: Uploading = {},
): Route {
  return { declaration, run: run as Route["run"], ...uploading };
}

const empty = z.object({});
const jsonType = "application/json; charset=utf-8";
/** The methods that take an Idempotency-Key (decision 46); the others ask, or end the same however often they are called. */
const answeredOnce: ReadonlySet<Declaration["method"]> = new Set(["POST", "PUT", "PATCH"]);

/**
 * Mounts endpoints: who calls, validation, the action, and an answer through a compiled serialiser. A call with an
 * Idempotency-Key is run by routes made for it alone, so making them must cost nothing and keep nothing.
 */
export function mountRoutes(app: FastifyInstance, house: House, routesOf: (house: House) => readonly Route[]): void {
  for (const [index, { declaration, run, beforeFiles }] of routesOf(house).entries()) {
    const { method, path, status = 200, upload, resumes = false } = declaration;
    const params = declaration.params ?? empty;
    const query = declaration.query ?? empty;
    // Compiled with the first answer: a hundred of them at each start would be waited for by everybody.
    let compiled: ReturnType<FastifyReply["compileSerializationSchema"]> | undefined;
    const serialise = (reply: FastifyReply, answer: unknown): string => {
      compiled ??= reply.compileSerializationSchema(jsonSchemaOf(declaration.output));
      return compiled(answer as Record<string, unknown>);
    };
    mount(app, declaration, {
      method,
      url: path.replace(/\{(\w+)\}/g, ":$1"),
      ...limitOf(house, declaration),
      config: { declaration, ...(declaration.refusals ? { refusals: declaration.refusals } : {}) },
      handler: async (request, reply) => {
        const member = await callerOf(house, request);
        // What is for one person, or answers a token, is for no cache: a shared computer's, or a proxy's.
        if (member || declaration.for !== "anyone" || method !== "GET") reply.header("cache-control", "no-store");
        if (declaration.for !== "anyone") requireCaller(declaration, member);
        const parsed = {
          params: parsePath(params, request.params),
          query: parse(query, readable(request.query)),
          body: declaration.body ? parse(declaration.body, bodyOf(request)) : undefined,
        };
        const key = answeredOnce.has(method) ? idempotencyKeyOf(request) : null;
        const call = { ...parsed, member: member as Member, onceId: null, request, reply };
        const began = performance.now();
        const respond = async (files: ReceivedFile[]) => {
          if (key === null) {
            const answer = await run({ ...call, files } as Call<Declaration>);
            if (declaration.mails) await evenly(began);
            reply.code(status);
            if (status === 204) return reply.send();
            // What a call has drawn or streams is sent as it is.
            if (reply.hasHeader("content-type")) return answer;
            return reply.type(jsonType).send(serialise(reply, answer));
          }
          const keyed = { key, endpoint: `${method} ${path}`, resumes, member, request, files };
          const answered = await answerOnce(house, keyed, async (once) => {
            const answer = await routesOf(once.house)[index]?.run({
              ...call,
              files,
              onceId: once.id,
            } as Call<Declaration>);
            if (declaration.mails) await evenly(began);
            return { status, body: status === 204 ? "" : serialise(reply, answer) };
          });
          if (answered.replayed) reply.header(replayedHeader, "true");
          reply.code(answered.status);
          return answered.body ? reply.type(jsonType).send(answered.body) : reply.send();
        };
        return upload ? withFiles(house, { ...call, upload, beforeFiles }, respond) : respond([]);
      },
    });
  }
}

type Upload = Pick<Call<Declaration>, "request"> &
  Uploading & { member: Member; upload: { field: string; most: number } };

/** Files that come are handed to `work`, and what it has not kept is removed, whatever comes of it. */
async function withFiles(
  house: House,
  { request, member, upload, beforeFiles }: Upload,
  work: (files: ReceivedFile[]) => unknown,
): Promise<unknown> {
  await beforeFiles?.(member);
  const files = await receiveFiles(house, request, upload);
  try {
    return await work(files);
  } finally {
    await discard(files);
  }
}

/** In milliseconds: longer than such a call takes, whatever it finds. */
const evenAnswer = 100;

/**
 * Calls that anybody may make about any address answer no sooner than this, so that how long it took does not tell whether
 * the address is known.
 */
const evenly = (began: number) => wait(Math.max(0, evenAnswer - (performance.now() - began)));

/** A form's fields are let in only where they are declared: everything else is JSON. */
function mount(app: FastifyInstance, { form }: Declaration, route: RouteOptions): void {
  if (!form) return void app.route(route);
  app.register(async (scope) => {
    const options = { parseAs: "string", bodyLimit: 4096 } as const;
    scope.addContentTypeParser("application/x-www-form-urlencoded", options, (_request, _body, done) => done(null));
    scope.route(route);
  });
}

/** Without a session 401; with one of the wrong role the endpoint does not exist (decision 7). */
function requireCaller(declaration: Declaration, member: Member | null): void {
  if (!member) throw unauthenticated();
  if (!mayCall(declaration.for, member.role)) throw notFound();
}

/** What was sent as JSON; nothing at all counts as an empty object. */
function bodyOf(request: FastifyRequest): unknown {
  if (request.isMultipart()) throw new Problem(415, { base: ["Please send this as JSON."] });
  return readable(request.body ?? {});
}

function parse(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (!result.success) throw invalid(fieldErrors(result.error));
  return result.data;
}

/** An id that is none names nothing: 404, as for one that nobody has. */
function parsePath(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (!result.success) throw notFound();
  return result.data;
}

/** The JSON Schema of a wire shape, as Fastify compiles serialisers from it and OpenAPI shows it. */
export function jsonSchemaOf(schema: z.ZodType, io: "input" | "output" = "output"): Record<string, unknown> {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    target: "draft-7",
    io,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const wrapped = wrappings.get(zodSchema);
      if (wrapped && io === "input") bothSpellings(jsonSchema, wrapped.name);
    },
  });
  return json;
}

/** The fields as they are, or all of them inside an object of their own. */
function bothSpellings(schema: Record<string, unknown>, name: string): void {
  const inner = { ...schema };
  for (const key of Object.keys(schema)) delete schema[key];
  schema["anyOf"] = [{ type: "object", properties: { [name]: inner }, required: [name] }, inner];
}

/** A declared limit is one count over all processes, per source address (decision 49). */
function limitOf(house: House, { limit: most, mails, method, path }: Declaration) {
  if (!house.settings.rateLimit) return {};
  const limits = mails ? [mailsFromSource] : [];
  if (most) limits.push({ name: `${method} ${path}`, most, seconds: 60 });
  return { onRequest: limits.map((limit) => limitBySource(house, limit)) };
}
