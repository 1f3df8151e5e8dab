import { createServer } from "node:http";
import Stripe from "stripe";
import { portOf } from "./port-of.ts";
import { present } from "./present.ts";
import { type StripeSandbox, startStripeSandbox } from "./start.ts";

export const keys = {
  publishableKey: "pk_test_plumbline",
  secretKey: "sk_test_plumbline",
  clientId: "ca_plumbline",
  webhookSecret: "whsec_plumbline",
  connectWebhookSecret: "whsec_plumbline_connect",
};

export type ReceivedWebhook = { signature: string; body: string; event: Stripe.Event };

/** A webhook endpoint that records what it receives; it answers the statuses in `answers` one by one, then 200. */
export async function openReceiver() {
  const received: ReceivedWebhook[] = [];
  const answers: number[] = [];
  const waiting: (() => void)[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (piece) => {
      body += piece;
    });
    request.on("end", () => {
      received.push({ signature: String(request.headers["stripe-signature"]), body, event: JSON.parse(body) });
      response.writeHead(answers.shift() ?? 200).end();
      for (const resolve of waiting.splice(0)) resolve();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const port = portOf(server);

  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    received,
    answers,
    /** The first `count` deliveries of a type, as soon as they have arrived. */
    async until(type: string, count = 1): Promise<ReceivedWebhook[]> {
      for (;;) {
        const found = received.filter((one) => one.event.type === type);
        if (found.length >= count) return found;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * Starts a sandbox with a webhook receiver and a client of the official SDK; `close` stops both. `url` is where webhooks
 * go instead, `now` the real time in milliseconds.
 */
export async function openSandbox(options: { file?: string; url?: string; now?: () => number } = {}) {
  const { file = ":memory:", now = Date.now } = options;
  const receiver = await openReceiver();
  const { publishableKey, secretKey, clientId, webhookSecret, connectWebhookSecret } = keys;
  const webhook = { url: options.url ?? receiver.url, secret: webhookSecret, connectSecret: connectWebhookSecret };
  const sandbox = await startStripeSandbox({ port: 0, file, now, publishableKey, secretKey, clientId, webhook });
  return {
    sandbox,
    receiver,
    stripe: clientOf(sandbox, secretKey),
    post: (path: string, body: object) =>
      fetch(sandbox.url + path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }).then((answer) => answer.json()),
    get: (path: string) => fetch(sandbox.url + path).then((answer) => answer.json()),
    async close() {
      await sandbox.close();
      await receiver.close();
    },
  };
}

/** Stripe's own SDK, for a sandbox on this machine. */
export function clientOf(sandbox: StripeSandbox, key: string, maxNetworkRetries = 0): Stripe {
  return new Stripe(key, { host: "127.0.0.1", port: sandbox.port, protocol: "http", maxNetworkRetries });
}

/** The error of a call that is expected to fail. Throws when it succeeds. */
export async function refusal(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error;
    throw error;
  }
  throw new Error("The call was expected to be refused.");
}

/** Connects an account through the OAuth page; returns its id. */
export async function connectAccount(
  { sandbox, stripe }: { sandbox: StripeSandbox; stripe: Stripe },
  email: string,
  extra: Record<string, string> = {},
): Promise<string> {
  const { code } = await authorize(sandbox, { email, ...extra });
  const token = await stripe.oauth.token({ grant_type: "authorization_code", code: code ?? "" });
  return present(token.stripe_user_id, "the account");
}

/** Submits the OAuth page's form and returns the redirect's parameters. */
export async function authorize(sandbox: StripeSandbox, fields: Record<string, string>) {
  const form = new URLSearchParams({
    client_id: keys.clientId,
    response_type: "code",
    scope: "read_write",
    state: "s1",
    redirect_uri: "http://127.0.0.1/back",
    decision: "connect",
    ...fields,
  });
  const answer = await fetch(`${sandbox.url}/oauth/authorize`, { method: "POST", body: form, redirect: "manual" });
  return Object.fromEntries(new URL(answer.headers.get("location") ?? "").searchParams);
}
