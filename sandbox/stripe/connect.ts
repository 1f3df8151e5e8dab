import type { FastifyInstance } from "fastify";
import type Stripe from "stripe";
import { accountNamed, connect, isConnected, makeAccount, openOnboarding, submitDetails } from "./accounts.ts";
import { type Context, contextFor, inTransaction } from "./call.ts";
import { authorizePage, onboardingPage, problemPage } from "./connect-pages.ts";
import { emit } from "./events.ts";
import { type Form, parseForm } from "./form.ts";
import { newId } from "./ids.ts";
import { group, text } from "./params.ts";

const codeSeconds = 5 * 60;

type Grant = {
  account: string;
  clientId: string;
  scope: string;
  expiresAt: number;
  used: boolean;
  documentsLater: boolean;
};
type Parts = { context: Context; afterCommit: () => void };

/** OAuth errors are not nested in an `error` object, unlike the API's. */
class OAuthProblem extends Error {
  status: number;
  code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Connect's OAuth: the authorisation page, the token endpoint and deauthorisation; then Express onboarding. */
type OnboardingPath = { account: string; link: string };

/** Mounts OAuth (/oauth/authorize, /oauth/token, /oauth/deauthorize) and the onboarding links of accounts. */
export function mountConnect(app: FastifyInstance, { context, afterCommit }: Parts): void {
  for (const url of ["/oauth/authorize", "/express/oauth/authorize"]) {
    app.get(url, (request, reply) => {
      const params = parseForm(request.url.split("?")[1] ?? "");
      const problem = problemWith(context, params);
      reply.type("text/html; charset=utf-8");
      if (problem) return reply.code(400).send(problemPage("This link does not work", problem));
      const person = group(params, "stripe_user");
      return reply.send(authorizePage(params, (person && text(person, "email")) ?? ""));
    });
    app.post(url, (request, reply) => {
      const params = parseForm(String(request.body ?? ""));
      if (problemWith(context, params)) return reply.code(400).send("This link does not work");
      const answer = inTransaction(context, () => decide(context, params, url.startsWith("/express")));
      afterCommit();
      const back = new URL(text(params, "redirect_uri") ?? "");
      for (const [name, value] of Object.entries(answer)) back.searchParams.set(name, value);
      return reply.redirect(back.toString(), 303);
    });
  }

  const oauthRoute = (url: string, run: (params: Form, key: string) => object) =>
    app.post(url, (request, reply) => {
      try {
        const params = parseForm(String(request.body ?? ""));
        const key =
          (request.headers.authorization ?? "").replace(/^Bearer /i, "") || text(params, "client_secret") || "";
        if (key !== context.settings.secretKey)
          throw new OAuthProblem(401, "invalid_client", "No valid API key provided.");
        const answer = inTransaction(context, () => run(params, key));
        afterCommit();
        return reply.send(answer);
      } catch (error) {
        if (!(error instanceof OAuthProblem)) throw error;
        return reply.code(error.status).send({ error: error.code, error_description: error.message });
      }
    });
  oauthRoute("/oauth/token", (params) => exchange(context, params));
  oauthRoute("/oauth/deauthorize", (params) => deauthorize(context, params));

  app.get<{ Params: OnboardingPath }>("/setup/e/:account/:link", (request, reply) => {
    const { link } = request.params;
    const found = inTransaction(context, () => openOnboarding(context, link));
    if (!found || found.expiresAt < context.clock.now()) {
      return found
        ? reply.redirect(found.refreshUrl, 303)
        : reply.code(404).type("text/html").send(problemPage("This link does not work", "It was never issued."));
    }
    return reply.type("text/html; charset=utf-8").send(onboardingPage(link));
  });
  app.post<{ Params: OnboardingPath }>("/setup/e/:account/:link", (request, reply) => {
    const { account: id, link } = request.params;
    const found = context.store.note<{ account: string; returnUrl: string }>(`link:${link}`);
    const account = found && accountNamed(context, id);
    if (!account || found.account !== id) return reply.code(404).send("No such link");
    const later = parseForm(String(request.body ?? "")).documents_later === "on";
    inTransaction(context, () => submitDetails(context, account, later));
    afterCommit();
    return reply.redirect(found.returnUrl, 303);
  });
}

function problemWith(context: Context, params: Form): string | undefined {
  if (text(params, "client_id") !== context.settings.clientId) {
    return "No application matches the supplied client identifier.";
  }
  if (text(params, "response_type") !== "code") return "The response type has to be code.";
  const back = text(params, "redirect_uri") ?? "";
  if (!URL.canParse(back) || !/^https?:/.test(back)) return "The redirect URI is missing or is not a web address.";
  return undefined;
}

/** The redirect's parameters: access_denied, or a code for the account of this e-mail address, made if there is none. */
function decide(context: Context, params: Form, express: boolean): Record<string, string> {
  const state = text(params, "state");
  const echo: Record<string, string> = state ? { state } : {};
  if (params.decision !== "connect") {
    return { error: "access_denied", error_description: "The user denied your request", ...echo };
  }
  const email = text(params, "email") ?? null;
  const where = [{ path: "email", is: email }];
  const [known] = email ? context.objects.find("account", { where, limit: 1 }) : [];
  const account = known ?? makeAccount(context, express ? "express" : "standard", email);
  const scope = text(params, "scope") === "read_write" ? "read_write" : "read_only";
  const documentsLater = params.documents_later === "on";
  if (known && isConnected(context, known.id)) submitDetails(context, known, documentsLater);
  const code = newId("ac", 32);
  const expiresAt = context.clock.now() + codeSeconds;
  const grant: Grant = {
    account: account.id,
    clientId: context.settings.clientId,
    scope,
    expiresAt,
    used: false,
    documentsLater,
  };
  context.store.setNote(`code:${code}`, grant);
  return { scope, code, ...echo };
}

/** POST /oauth/token. A code is valid once and for five minutes. */
function exchange(context: Context, params: Form): Stripe.OAuthToken {
  const type = text(params, "grant_type");
  if (!type) throw new OAuthProblem(400, "invalid_request", "No grant type specified");
  if (type !== "authorization_code")
    throw new OAuthProblem(400, "unsupported_grant_type", `Unsupported grant type: ${type}`);
  const code = text(params, "code");
  if (!code) throw new OAuthProblem(400, "invalid_request", "No authorization code provided");
  const grant = context.store.note<Grant>(`code:${code}`);
  if (!grant) throw new OAuthProblem(400, "invalid_grant", `Authorization code does not exist: ${code}`);
  if (grant.used) throw new OAuthProblem(400, "invalid_grant", "This authorization code has already been used.");
  if (grant.expiresAt < context.clock.now())
    throw new OAuthProblem(400, "invalid_grant", `Authorization code expired: ${code}`);
  context.store.setNote(`code:${code}`, { ...grant, used: true });
  const account = accountNamed(context, grant.account);
  if (!account) throw new OAuthProblem(400, "invalid_grant", `Authorization code does not exist: ${code}`);
  connect(context, account.id);
  submitDetails(context, account, grant.documentsLater);
  const key = newId("sk_test", 24);
  context.store.setNote(`key:${key}`, account.id);
  return {
    access_token: key,
    livemode: false,
    refresh_token: newId("rt"),
    token_type: "bearer",
    stripe_publishable_key: newId("pk_test", 24),
    stripe_user_id: account.id,
    scope: grant.scope,
  };
}

function deauthorize(context: Context, params: Form): Stripe.OAuthDeauthorization {
  const id = text(params, "stripe_user_id") ?? "";
  if (text(params, "client_id") !== context.settings.clientId) {
    throw new OAuthProblem(401, "invalid_client", "No such application.");
  }
  if (!isConnected(context, id)) {
    throw new OAuthProblem(
      401,
      "invalid_client",
      `This application is not connected to stripe account ${id}, or that account does not exist.`,
    );
  }
  disconnect(context, id);
  return { stripe_user_id: id };
}

/** Disconnects an account, by the platform's call or by its holder. */
export function disconnect(context: Context, id: string): void {
  context.store.dropNote(`connected:${id}`);
  emit(contextFor(context, id), "account.application.deauthorized", {
    id: context.settings.clientId,
    object: "application",
    name: "Plumbline",
  });
}
