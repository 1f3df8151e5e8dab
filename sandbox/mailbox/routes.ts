import { randomBytes } from "node:crypto";
import type { FastifyPluginAsync, FastifyReply } from "fastify";
import { mailboxPage } from "./page.ts";
import type { Search, Store } from "./store.ts";

const listed = 100;
const listedOnPage = 30;

type Query = Record<string, unknown>;
type Errors = Record<string, string[]>;

/** The search parameters with their errors; invalid ones are left out, so that the page can still be shown. */
function readSearch(query: Query, limit: number): { search: Search; errors: Errors } {
  const search: Search = { limit };
  const errors: Errors = {};
  const { to, before } = query;
  if (to !== undefined && to !== "") {
    if (typeof to === "string" && to.length <= 320 && to.includes("@")) search.to = to.trim();
    else errors.to = ["is not an e-mail address"];
  }
  if (before !== undefined && before !== "") {
    if (typeof before === "string" && /^\d{1,15}$/.test(before)) search.before = Number(before);
    else errors.before = ["is not the id of a mail"];
  }
  return { search, errors };
}

const idOf = (value: unknown) => (typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : 0);

function sendPage(reply: FastifyReply, nonce: string, page: string) {
  // The mail in the frame inherits this policy, and mails carry their style inline: hence styles are allowed inline,
  // while a script runs only with this answer's nonce.
  const policy = [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `script-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'self'",
    "frame-ancestors 'none'",
  ];
  return reply
    .header("content-security-policy", policy.join("; "))
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .header("x-content-type-options", "nosniff")
    .type("text/html; charset=utf-8")
    .send(page);
}

/** The pages and the JSON of decision 42, as a Fastify plugin that is mounted at the root of the product's own origin. */
export function mailboxRoutes(store: Store): FastifyPluginAsync {
  return async (app) => {
    app.get<{ Querystring: Query }>("/mailbox", async (request, reply) => {
      const nonce = randomBytes(16).toString("base64url");
      const { search, errors } = readSearch(request.query, listedOnPage + 1);
      const mails = store.list(search);
      const wanted = request.query.mail;
      const chosen = wanted === undefined ? undefined : store.find(idOf(wanted));
      const missing = wanted !== undefined && !chosen;
      reply.code(missing ? 404 : Object.keys(errors).length > 0 ? 422 : 200);
      const page = mailboxPage({
        mails: mails.slice(0, listedOnPage),
        more: mails.length > listedOnPage,
        to: typeof request.query.to === "string" ? request.query.to.slice(0, 320) : "",
        toProblem: errors.to?.[0],
        before: search.before,
        chosen,
        missing,
        asText: request.query.view === "text",
        nonce,
      });
      return sendPage(reply, nonce, page);
    });

    app.get<{ Querystring: Query }>("/mailbox/messages", async (request, reply) => {
      const { search, errors } = readSearch(request.query, listed);
      reply.header("cache-control", "no-store");
      if (Object.keys(errors).length > 0) return reply.code(422).send({ errors });
      return { entries: store.list(search) };
    });

    app.get<{ Params: { id: string } }>("/mailbox/messages/:id", async (request, reply) => {
      reply.header("cache-control", "no-store");
      const mail = store.find(idOf(request.params.id));
      return mail ?? reply.code(404).send({ errors: { base: ["There is no such mail."] } });
    });
  };
}
