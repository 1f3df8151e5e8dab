import type { FieldErrors } from "@plumbline/contract/fields.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isProviderError, problemOfProvider } from "./cards.ts";
import { isUnavailable } from "./database-errors.ts";
import { errorPage, errorPagePolicy } from "./error-page.ts";
import { limitHeaders, notFound, outOfOrder, Problem } from "./problems.ts";
import type { ServedRoutes } from "./served-routes.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** `status`: refusals carry `errors.status_code` and `errors.message`, as the sign-in call's do. */
    refusals?: "status";
  }
}

/** Where programs ask and refusals are JSON; everywhere else people read, and get a page (decision 48). */
export function speaksJson(url: string): boolean {
  return /^(?:https?:\/\/[^/?#]*)?\/(?:api|oauth|cable|webhooks)(?=[/?#]|$)/i.test(url);
}

/** The one place that turns what was thrown into an answer: {errors: {field: [messages]}}, or a page. */
export function answerProblems(app: FastifyInstance): void {
  app.setErrorHandler((error: unknown, request, reply) => {
    const problem = problemOf(error);
    if (!problem) request.log.error({ err: error }, "unexpected");
    else if (problem !== error && problem.status >= 500)
      request.log.error({ err: error, route: request.routeOptions?.url }, "unavailable");
    return refuse(request, reply, problem ?? ourFault());
  });
}

/** An address that nothing answers is 404; one that answers other methods is 405 and says which (decision 48). */
export function answerUnknown(app: FastifyInstance, served: ServedRoutes): void {
  app.setNotFoundHandler((request, reply) => {
    const allowed = served.methodsAt(request.url);
    return refuse(request, reply, allowed.length > 0 ? wrongMethod(allowed) : notFound());
  });
}

/** Sends a refusal in the shape of its address. */
export function refuse(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  const { status, retryAfter, headers } = problem;
  // The headers tell of the limit that was hit, not of another that the same call was within (decision 49).
  if (status === 429) for (const name of Object.keys(limitHeaders(0, 0, 0))) reply.removeHeader(name);
  reply.code(status).headers(headers ?? {});
  reply.header("cache-control", "no-store");
  if (status === 401) reply.header("www-authenticate", challengeOf(request));
  if (retryAfter !== undefined) reply.header("retry-after", retryAfter);
  if (speaksJson(request.url))
    return reply
      .type("application/json; charset=utf-8")
      .serializer(JSON.stringify)
      .send(bodyOf(problem, request.routeOptions?.config?.refusals));
  return reply
    .header("content-security-policy", errorPagePolicy)
    .type("text/html; charset=utf-8")
    .serializer(String)
    .send(errorPage(status, sentenceOf(problem)));
}

/** RFC 6750: what to show, and whether what was shown is no longer good. */
const challengeOf = ({ headers }: FastifyRequest) =>
  `Bearer realm="plumbline"${headers.authorization ? ', error="invalid_token"' : ""}`;

function bodyOf(problem: Problem, shape: "status" | undefined): object {
  const { status, errors, allowedActions } = problem;
  if (shape === "status") return { errors: { status_code: status, message: sentenceOf(problem) } };
  return { errors, ...(allowedActions ? { allowed_actions: allowedActions } : {}) };
}

/** What is wrong in one sentence: of the whole, else of the first field. */
function sentenceOf({ errors }: Problem): string {
  if ("message" in errors && typeof errors.message === "string") return errors.message;
  const fields = errors as FieldErrors;
  if (fields["base"]?.[0]) return fields["base"][0];
  const [field = "", [message = ""] = []] = Object.entries(fields)[0] ?? [];
  // Some messages are sentences, others follow the field's name.
  return /^[A-Z]/.test(message) ? message : `${field.split(".").at(-1)} ${message}`;
}

export function ourFault(): Problem {
  return new Problem(500, { base: ["Something went wrong on our side. Please try again in a moment."] });
}

export function unreadable(message = "We could not read this request."): Problem {
  return new Problem(400, { base: [message] });
}

export function wrongMethod(allowed: readonly string[]): Problem {
  const allow = allowed.join(", ");
  return new Problem(405, { base: [`This address answers ${allow} only.`] }, { headers: { allow } });
}

/** Fastify's own refusals (broken JSON, too large, too many) in our words; null for what nobody foresaw. */
function problemOf(error: unknown): Problem | null {
  if (error instanceof Problem) return error;
  // An error of the provider's library carries the status of its answer, which is not ours.
  if (isProviderError(error)) return problemOfProvider(error);
  if (isUnavailable(error) || isStarved(error)) return outOfOrder();
  const { statusCode, code } = error as { statusCode?: number; code?: string };
  const base = (message: string): FieldErrors => ({ base: [message] });
  if (statusCode === 413 || code === "FST_REQ_FILE_TOO_LARGE")
    return new Problem(413, base("This is larger than we can take."));
  if (statusCode === 415) return new Problem(415, base("Please send this as JSON."));
  if (statusCode === 400) return unreadable();
  // A parameter longer than any of ours names nothing.
  if (code === "FST_ERR_MAX_PARAM_LENGTH") return notFound();
  return null;
}

/** This machine has run out of something that comes back: room on the disk, open files. */
function isStarved(error: unknown): boolean {
  const { code, syscall } = error as { code?: string; syscall?: string };
  return (
    syscall !== undefined && ["ENOSPC", "EDQUOT", "EROFS", "EMFILE", "ENFILE", "ENOMEM", "EIO"].includes(code ?? "")
  );
}

/** What Fastify refuses before it has found a route: an address that cannot be decoded. */
export function refuseUnroutable(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  refuse(request, reply, problemOf(error) ?? unreadable());
}
