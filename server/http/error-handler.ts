import type { FieldErrors } from "@plumbline/contract/fields.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isProviderError, providerProblem } from "../cards/cards.ts";
import { isUnavailable } from "../database/errors.ts";
import { factsOf } from "../error-facts.ts";
import { ScannerUnavailable } from "../files/scanner.ts";
import { StoreUnavailable } from "../files/store.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import { errorPage, errorPagePolicy } from "./error-page.ts";
import { fieldErrorsOf, limitHeaders, notFound, Problem, serviceUnavailable } from "./problems.ts";
import type { ServedRoutes } from "./served-routes.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** `status`: refusals carry `errors.status_code` and `errors.message`, as the sign-in call's do. */
    refusals?: "status";
  }
}

/** Whether errors at this URL are JSON (API, webhooks, cable, AnyCable); everywhere else they are HTML pages (decision 48). */
export function respondsWithJson(url: string): boolean {
  return /^(?:https?:\/\/[^/?#]*)?\/(?:api|oauth|cable|webhooks|_anycable)(?=[/?#]|$)/i.test(url);
}

/** The one place that turns a thrown value into a response: {errors: {field: [messages]}}, or a page. */
export function handleErrors(app: FastifyInstance, { report }: Pick<Telemetry, "report">): void {
  app.setErrorHandler((error: unknown, request, reply) => {
    const problem = problemOf(error);
    if (!problem) {
      request.log.error({ err: error }, "unexpected");
      report(error, { route: request.routeOptions?.url, requestId: request.id, member: request.callerId });
    } else if (problem !== error && problem.status >= 500)
      request.log.error({ err: error, route: request.routeOptions?.url }, "unavailable");
    return sendProblem(request, reply, problem ?? internalError());
  });
}

/** Responds 404 to unknown paths, and 405 with Allow to paths that support other methods (decision 48). */
export function handleNotFound(app: FastifyInstance, served: ServedRoutes): void {
  app.setNotFoundHandler((request, reply) => {
    const allowed = served.methodsAt(request.url);
    return sendProblem(request, reply, allowed.length > 0 ? methodNotAllowed(allowed) : notFound());
  });
}

/** Sends a problem as JSON or as a page, depending on the URL. */
function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  const { status, retryAfter, headers } = problem;
  // The headers describe the limit that was exceeded, not another one that the same call passed (decision 49).
  if (status === 429) for (const name of Object.keys(limitHeaders(0, 0, 0))) reply.removeHeader(name);
  reply.code(status).headers(headers ?? {});
  // Fastify would close the connection, and a client that is still sending would lose the response (slow-clients.ts).
  if (!request.raw.complete) reply.removeHeader("connection");
  // Those of the file that could not be sent: the page about it would be a download under the file's name.
  for (const name of ["content-disposition", "etag"]) reply.removeHeader(name);
  reply.header("cache-control", "no-store");
  if (status === 401) reply.header("www-authenticate", challengeOf(request));
  if (retryAfter !== undefined) reply.header("retry-after", retryAfter);
  if (respondsWithJson(request.url))
    return reply
      .type("application/json; charset=utf-8")
      .serializer(JSON.stringify)
      .send(bodyOf(problem, request.routeOptions?.config?.refusals));
  return reply
    .header("content-security-policy", errorPagePolicy)
    .type("text/html; charset=utf-8")
    .serializer(String)
    .send(errorPage(status, summaryOf(problem)));
}

/** The WWW-Authenticate challenge of RFC 6750, with invalid_token when a token was sent. */
const challengeOf = ({ headers }: FastifyRequest) =>
  `Bearer realm="plumbline"${headers.authorization ? ', error="invalid_token"' : ""}`;

function bodyOf(problem: Problem, shape: "status" | undefined): object {
  const { status, errors, allowedActions } = problem;
  if (shape === "status") {
    const otp = "otp" in errors && typeof errors.otp === "string" ? { otp: errors.otp } : {};
    return { errors: { status_code: status, message: summaryOf(problem), ...otp } };
  }
  return { errors, ...(allowedActions ? { allowed_actions: allowedActions } : {}) };
}

/** The problem in one sentence: the message under "base", else that of the first field. */
function summaryOf(problem: Problem): string {
  const fields = fieldErrorsOf(problem);
  if (fields["base"]?.[0]) return fields["base"][0];
  const [field = "", [message = ""] = []] = Object.entries(fields)[0] ?? [];
  // Some messages are whole sentences; others need the field's name before them.
  return /^[A-Z]/.test(message) ? message : `${field.split(".").at(-1)} ${message}`;
}

function internalError(): Problem {
  return new Problem(500, { base: ["Something went wrong on our side. Please try again in a moment."] });
}

/** A refusal with status 400; the message is shown to the member. */
export function badRequest(message = "We could not read this request."): Problem {
  return new Problem(400, { base: [message] });
}

function filesUnavailable(): Problem {
  const sentence = "Files cannot be opened or uploaded at the moment. Please try again in a minute.";
  return new Problem(503, { base: [sentence] }, { retryAfter: 30 });
}

function scannerUnavailable(): Problem {
  const sentence = "Files cannot be checked for viruses at the moment, so we take none. Please try again in a minute.";
  return new Problem(503, { base: [sentence] }, { retryAfter: 30 });
}

function methodNotAllowed(allowed: readonly string[]): Problem {
  const allow = allowed.join(", ");
  return new Problem(405, { base: [`This address answers ${allow} only.`] }, { headers: { allow } });
}

/** The problem for a thrown error, including Fastify's own (invalid JSON, too large); null for an unexpected error. */
function problemOf(error: unknown): Problem | null {
  if (error instanceof Problem) return error;
  // An error of the provider's library has a statusCode of the provider's response, which must not become ours.
  if (isProviderError(error)) return providerProblem(error);
  if (isUnavailable(error) || isResourceExhausted(error)) return serviceUnavailable();
  if (error instanceof StoreUnavailable) return filesUnavailable();
  if (error instanceof ScannerUnavailable) return scannerUnavailable();
  const { statusCode, code } = factsOf(error);
  const base = (message: string): FieldErrors => ({ base: [message] });
  if (statusCode === 413 || code === "FST_REQ_FILE_TOO_LARGE")
    return new Problem(413, base("This is larger than we can take."));
  if (statusCode === 415) return new Problem(415, base("Please send this as JSON."));
  if (statusCode === 400) return badRequest();
  // Of the files that the web was built into.
  if (statusCode === 412) return new Problem(412, base("This is not the version that you asked for."));
  if (statusCode === 416) return new Problem(416, base("There is no such part of this file."));
  // A path parameter that is longer than any valid one cannot exist.
  if (code === "FST_ERR_MAX_PARAM_LENGTH") return notFound();
  // What Fastify's plugins refuse in another way, such as a field of a form that is no JSON although it says so (406).
  if (code?.startsWith("FST_") && statusCode !== undefined && statusCode > 400 && statusCode < 500) return badRequest();
  return null;
}

/** Whether this machine has temporarily run out of a resource: disk space, memory, open files. */
function isResourceExhausted(error: unknown): boolean {
  const { code, syscall } = factsOf(error);
  return (
    syscall !== undefined && ["ENOSPC", "EDQUOT", "EROFS", "EMFILE", "ENFILE", "ENOMEM", "EIO"].includes(code ?? "")
  );
}

/** Handles what Fastify rejects before routing, such as a URL that cannot be decoded. */
export function handleFrameworkErrors(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  sendProblem(request, reply, problemOf(error) ?? badRequest());
}
