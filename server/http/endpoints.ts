import { setTimeout as wait } from "node:timers/promises";
import { signOut } from "@plumbline/contract/accounts/contract.ts";
import { twoStepTexts } from "@plumbline/contract/accounts/two-step-rules.ts";
import { mayUse } from "@plumbline/contract/back-office/staff-roles.ts";
import { viewAsTexts } from "@plumbline/contract/back-office/view-as-rules.ts";
import { type Answer, type Declaration, mayCall, type RequestInput } from "@plumbline/contract/endpoint.ts";
import { fieldErrors, plainMessage } from "@plumbline/contract/fields.ts";
import { nothingNew } from "@plumbline/contract/sanctions/rules.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { z } from "zod";
import { callerOf, type Member } from "../auth/members.ts";
import type { AppContext } from "../context.ts";
import { discard, type ReceivedFile, receiveFiles } from "../files/files.ts";
import { mailsPerSource } from "../mail/limits.ts";
import { allowedTo } from "./allowed.ts";
import { openCachedResponses, sendCached } from "./cached-responses.ts";
import { Download } from "./download.ts";
import { idempotencyKeyOf, replayedHeader, runIdempotently } from "./idempotency/idempotency.ts";
import { serialiserSchemaOf } from "./json-schemas.ts";
import { limitBySource } from "./limits.ts";
import { inOneTransaction, isOneTransaction } from "./one-transaction.ts";
import { conflict, invalid, notFound, Problem, unauthenticated } from "./problems.ts";
import { sanitise } from "./sanitise.ts";
import { openSharedReads } from "./shared-reads.ts";

/** The caller: null is possible only for endpoints that are open to anyone. */
type CallerOf<D extends Declaration> = D["for"] extends "anyone" ? Member | null : Member;

export type Call<D extends Declaration> = RequestInput<D> & {
  member: CallerOf<D>;
  files: ReceivedFile[];
  /** How many rows a list that is taken away as a file reads at once (exports.ts); a page of the list without it. */
  most?: number;
  /**
   * Identifies the call: equal when it is repeated with the same Idempotency-Key, unique otherwise; null without a key.
   */
  idempotencyId: string | null;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** Checks an upload before its files are received; throws a Problem to refuse it. */
type UploadCheck = { beforeFiles?: (member: Member) => Promise<void> };

export type Route = { declaration: Declaration; run(call: Call<Declaration>): unknown } & UploadCheck;

/** What a handler returns: anything where no answer is declared, because then none is sent. */
type Returned<D extends Declaration> = [Answer<D>] extends [undefined] ? unknown : Answer<D>;

/** Connects a declared endpoint with its handler; each feature's routes.ts is a list of these. */
export function handle<D extends Declaration>(
  declaration: D,
  run: (call: Call<D>) => Promise<Returned<D>> | Returned<D>,
  uploadCheck: UploadCheck = {},
): Route {
  // A route runs only with calls whose parts its own declaration has parsed.
  return { declaration, run: run as Route["run"], ...uploadCheck };
}

const noFields = z.object({});
const jsonType = "application/json; charset=utf-8";
/** The methods that accept an Idempotency-Key (decision 46); the others are idempotent anyway. */
const keyedMethods: ReadonlySet<Declaration["method"]> = new Set(["POST", "PUT", "PATCH"]);

/**
 * Mounts the endpoints: authenticates, validates, runs the handler and serialises the response with a compiled schema.
 * For a change `routesOf` runs again with that call's own context, so it must be cheap and stateless.
 */
export function mountRoutes(
  app: FastifyInstance,
  context: AppContext,
  routesOf: (context: AppContext) => readonly Route[],
): void {
  const shared = shareReads();
  const { replicas } = context;
  const onReplicas = new Map(replicas?.all.map((replica) => [replica, routesOf({ ...context, db: replica.db })]));
  for (const [index, route] of routesOf(context).entries()) {
    const { declaration, beforeFiles } = route;
    const runWithin: Endpoint["runWithin"] = async (within, call) => routesOf(within)[index]?.run(call);
    // The only place that decides where a read goes (ADR-050).
    const run: Route["run"] =
      replicas && declaration.mayBeStale
        ? async (call) => {
            const replica = await replicas.forReader(call.member?.id ?? null);
            return ((replica && onReplicas.get(replica)?.[index]) ?? route).run(call);
          }
        : route.run;
    const { method, path, upload } = declaration;
    const params = declaration.params ?? noFields;
    const query = declaration.query ?? noFields;
    const cached = declaration.changesWith && openCachedResponses(context.tableChanges, declaration.changesWith);
    // Compiled with the first response, because compiling a hundred schemas would delay every start.
    let compiled: ReturnType<FastifyReply["compileSerializationSchema"]> | undefined;
    const serialise: Endpoint["serialise"] = ({ reply, member }, answer) => {
      compiled ??= reply.compileSerializationSchema(serialiserSchemaOf(declaration.output));
      // Fastify's type knows only objects; a serialiser takes whatever its schema describes.
      return compiled(allowedTo(member, declaration, answer) as Record<string, unknown>);
    };
    const endpoint: Endpoint = { declaration, run, runWithin, serialise };
    mount(app, declaration, {
      method,
      url: path.replace(/\{(\w+)\}/g, ":$1"),
      ...limitOf(context, declaration),
      config: { declaration, ...(declaration.refusals ? { refusals: declaration.refusals } : {}) },
      handler: async (request, reply) => {
        const member = await admit(context, declaration, request, reply);
        const parsed = {
          params: parsePath(params, request.params),
          query: parse(query, sanitise(request.query)),
          body: declaration.body ? parse(declaration.body, bodyOf(request)) : undefined,
        };
        // Null only where anyone may call, whose handlers are typed for it.
        const call = { ...parsed, member: member as Member, idempotencyId: null, request, reply };
        if (cached || isShareable(declaration)) return answerRead(endpoint, { shared, cached }, call);
        const key = keyedMethods.has(method) ? idempotencyKeyOf(request) : null;
        const answer = (files: ReceivedFile[]) =>
          key === null
            ? answerAtOnce(context, endpoint, { ...call, files })
            : answerByKey(context, endpoint, { ...call, files }, key);
        return upload ? withFiles(context, { ...call, upload, beforeFiles }, answer) : answer([]);
      },
    });
  }
}

/** An endpoint as it is mounted. */
type Endpoint = {
  declaration: Declaration;
  run: Route["run"];
  /** The same, bound to a call's own context. */
  runWithin(within: AppContext, call: Call<Declaration>): Promise<unknown>;
  serialise(call: Pick<Call<Declaration>, "reply" | "member">, answer: unknown): string;
};

const shareReads = () => ({ json: openSharedReads<Buffer>(), file: openSharedReads<Download>() });

type Reading = {
  shared: ReturnType<typeof shareReads>;
  cached: ReturnType<typeof openCachedResponses> | undefined;
};

/** Answers a read from the cache, or together with the identical ones that are being answered. */
async function answerRead(
  { declaration, run, serialise }: Endpoint,
  { shared, cached }: Reading,
  call: Omit<Call<Declaration>, "files">,
) {
  const { request, reply, member } = call;
  const { method, path, status = 200, type } = declaration;
  const read = async () => run({ ...call, files: [] });
  const readFile = async () => downloadIn(await read());
  const readJson = async () => Buffer.from(serialise(call, await read()));
  const asked = JSON.stringify([call.params, call.query]);
  if (cached)
    return sendCached(request, reply.type(jsonType), await cached(asked, readJson), declaration.for === "anyone");
  // The host, because addresses in a response may be those of the host that was asked.
  const identity = `${method} ${path} ${member?.sessionId} ${request.host} ${asked}`;
  if (type) return sendFile(reply, await shared.file(identity, readFile), readFile);
  const body = await shared.json(identity, readJson);
  return reply.code(status).type(jsonType).send(body);
}

/** Answers a call without an Idempotency-Key. */
async function answerAtOnce(
  context: AppContext,
  { declaration, run, runWithin, serialise }: Endpoint,
  call: Call<Declaration>,
) {
  const { status = 200, sendsMail } = declaration;
  const startedAt = performance.now();
  const answer = await announcingChange(context, call, () =>
    isOneTransaction(declaration) ? inOneTransaction(context, (within) => runWithin(within, call)) : run(call),
  );
  if (sendsMail) await padResponseTime(startedAt);
  call.reply.code(status);
  if (status === 204) return call.reply.send();
  if (answer instanceof Download) return answer.send(call.reply);
  return call.reply.type(jsonType).send(serialise(call, answer));
}

/** Answers a call once for all repetitions with the same Idempotency-Key (ADR-014). */
async function answerByKey(
  context: AppContext,
  { declaration, runWithin, serialise }: Endpoint,
  call: Call<Declaration>,
  key: string,
) {
  const { method, path, status = 200, resumes = false, sendsMail } = declaration;
  const startedAt = performance.now();
  const { member, request, reply, files } = call;
  const keyed = {
    key,
    endpoint: `${method} ${path}`,
    resumes,
    isOneTransaction: isOneTransaction(declaration),
    member,
    request,
    files,
  };
  const answered = await announcingChange(context, call, () =>
    runIdempotently(context, keyed, async (once) => {
      const answer = await runWithin(once.context, { ...call, idempotencyId: once.id });
      if (sendsMail) await padResponseTime(startedAt);
      return { status, body: status === 204 ? "" : serialise(call, answer) };
    }),
  );
  if (answered.replayed) reply.header(replayedHeader, "true");
  reply.code(answered.status);
  return answered.body ? reply.type(jsonType).send(answered.body) : reply.send();
}

/** The caller's next reads must include what the call has changed, also when it failed half way. */
async function announcingChange<Result>(
  { replicas }: AppContext,
  { member }: Call<Declaration>,
  work: () => Result,
): Promise<Awaited<Result>> {
  try {
    return await work();
  } finally {
    if (member) await replicas?.changeCommitted(member.id);
  }
}

/** Who calls, or null for a visitor. Throws a Problem for a caller who may not. */
async function admit(
  context: AppContext,
  declaration: Declaration,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Member | null> {
  const member = await callerOf(context, request);
  request.callerId = member?.id ?? null;
  // Personal responses must not be cached, neither by a proxy nor on a shared computer.
  if (member || declaration.for !== "anyone" || declaration.method !== "GET") reply.header("cache-control", "no-store");
  if (declaration.for !== "anyone") requireCaller(declaration, member);
  // Restricted and suspended members go on with what runs, and start nothing new (ADR-033).
  if (declaration.startsNew === true && member && member.standing !== "open")
    throw conflict(nothingNew(member.standing), ["appeal"]);
  requireOpenSession(declaration, member);
  return member;
}

/** Sends a file that several calls may share, or, when it is a stream that another one has begun, one of its own. */
async function sendFile(reply: FastifyReply, file: Download, read: () => Promise<Download>): Promise<FastifyReply> {
  return (file.sendable ? file : await read()).send(reply);
}

function downloadIn(answer: unknown): Download {
  if (!(answer instanceof Download)) throw new Error("an endpoint that declares a file has answered something else");
  return answer;
}

/** Whether identical calls may share one result: reads that do nothing else, such as noting who took a list away. */
const isShareable = ({ method, sendsMail, exportOf }: Declaration) => method === "GET" && !sendsMail && !exportOf;

type Upload = Pick<Call<Declaration>, "request"> &
  UploadCheck & { member: Member; upload: NonNullable<Declaration["upload"]> };

/** Receives the files, runs `work` with them and removes the ones that it has not stored, also after an error. */
async function withFiles(
  context: AppContext,
  { request, member, upload, beforeFiles }: Upload,
  work: (files: ReceivedFile[]) => unknown,
): Promise<unknown> {
  await beforeFiles?.(member);
  const files = await receiveFiles(context, request, upload);
  try {
    return await work(files);
  } finally {
    await discard(files);
  }
}

/** Minimum response time in milliseconds: longer than such a call takes for a known or an unknown address. */
const minimumMailResponse = 100;

/**
 * Delays the response of a call that sends an e-mail to a given address, so that its duration does not reveal whether
 * the address has an account.
 */
const padResponseTime = (began: number) => wait(Math.max(0, minimumMailResponse - (performance.now() - began)));

/** Form bodies are accepted only by endpoints that declare `acceptsForm`; all others take JSON. */
function mount(app: FastifyInstance, { acceptsForm }: Declaration, route: RouteOptions): void {
  if (!acceptsForm) return void app.route(route);
  app.register(async (scope) => {
    const options = { parseAs: "string", bodyLimit: 4096 } as const;
    scope.addContentTypeParser("application/x-www-form-urlencoded", options, (_request, _body, done) => done(null));
    scope.route(route);
  });
}

/**
 * Throws 401 without a session, and 404 for the wrong role, staff included, so that a caller does not learn that the
 * endpoint exists (decision 7, rows W-01 and W-06).
 */
function requireCaller(declaration: Declaration, member: Member | null): void {
  if (!member) throw unauthenticated();
  if (!mayCall(declaration.for, member.role)) throw notFound();
  if (declaration.for === "staff" && !mayStaff(declaration, member.staffRole)) throw notFound();
}

/**
 * Throws 409 for what a session may not do: of staff who have to set up two-step sign-in first, and of staff who look as a
 * member (ADR-029).
 */
function requireOpenSession(declaration: Declaration, member: Member | null): void {
  const isViewing = member !== null && member.viewedBySession !== null;
  const changes = declaration.method !== "GET" || declaration.sendsMail;
  if (isViewing && changes && declaration.path !== signOut.path) throw conflict(viewAsTexts.readOnly);
  if (isViewing && declaration.privateWords) throw conflict(viewAsTexts.private);
  if (member?.mustSetUpTwoStep && declaration.for !== "anyone" && !declaration.duringSetUp)
    throw conflict(twoStepTexts.setUpFirst);
}

const mayStaff = ({ area, method }: Declaration, role: Member["staffRole"]): boolean =>
  area !== undefined && role !== null && mayUse(area, role, method);

/** The JSON body; a missing body counts as an empty object. */
function bodyOf(request: FastifyRequest): unknown {
  if (request.isMultipart()) throw new Problem(415, { base: ["Please send this as JSON."] });
  return sanitise(request.body ?? {});
}

function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value, { error: plainMessage });
  if (!result.success) throw invalid(fieldErrors(result.error));
  return result.data;
}

/** Throws 404 for malformed ids, as for ids that do not exist. */
function parsePath<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (!result.success) throw notFound();
  return result.data;
}

/** The rate limits of an endpoint, counted per source address over all processes (decision 49). */
function limitOf(context: AppContext, { limit: max, sendsMail, method, path }: Declaration) {
  if (!context.settings.rateLimit) return {};
  const limits = sendsMail ? [mailsPerSource] : [];
  if (max) limits.push({ name: `${method} ${path}`, max, seconds: 60 });
  return { onRequest: limits.map((limit) => limitBySource(context, limit)) };
}
