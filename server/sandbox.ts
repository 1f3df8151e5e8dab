import { join } from "node:path";
import type { startMailbox } from "@plumbline/sandbox/mailbox/mailbox.ts";
import type { startStripeSandbox } from "@plumbline/stripe-sandbox/start.ts";
import type { FastifyPluginAsync, FastifyReply } from "fastify";
import { cardSandboxRoutes } from "./cards/sandbox-proxy.ts";
import type { Clock } from "./clock.ts";
import type { AppContext } from "./context.ts";
import { contentKeyOf } from "./features/content/readers.ts";
import type { Settings } from "./settings.ts";

// The stand-ins for the services that the settings do not name (rule 16): a mailbox, a card provider, a content service.

export const sandboxKeys = {
  secretKey: "sk_test_plumbline",
  publishableKey: "pk_test_plumbline",
  webhookSecret: "whsec_plumbline",
  connectWebhookSecret: "whsec_plumbline_connect",
  clientId: "ca_plumbline",
};

type Modules = ReturnType<typeof loadSandbox>;

/** Begins to import what the settings do not name a real service for; null for the others. */
export const loadSandbox = ({ smtpUrl, stripe, contentUrl }: Settings) => ({
  mailbox: smtpUrl ? null : import("@plumbline/sandbox/mailbox/mailbox.ts"),
  stripe: stripe ? null : import("@plumbline/stripe-sandbox/start.ts"),
  content: contentUrl
    ? null
    : Promise.all([
        import("@plumbline/sandbox/content/routes.ts"),
        import("@plumbline/sandbox/content/revisions.ts"),
      ]).then(([{ contentRoutes }, { delivered }]) => ({ contentRoutes, delivered })),
});

export type Sandbox = {
  mailbox: Awaited<ReturnType<typeof startMailbox>> | null;
  stripe: Awaited<ReturnType<typeof startStripeSandbox>> | null;
  content: Awaited<Modules["content"]>;
};

/**
 * Starts what was loaded and adds how to close it to `closers`. `own` is the server's own address, to which the card provider
 * sends its webhooks. State is kept in the data folder, or in memory with `ephemeral`.
 */
export async function startSandbox(
  modules: Modules,
  {
    settings,
    own,
    clock,
    ephemeral,
    closers,
  }: { settings: Settings; own: string; clock: Clock; ephemeral: boolean; closers: (() => Promise<void>)[] },
): Promise<Sandbox> {
  const fileOf = (name: string) => (ephemeral ? ":memory:" : join(settings.dataDirectory, name));
  const mailbox = await (await modules.mailbox)?.startMailbox({
    host: "127.0.0.1",
    port: 0,
    file: fileOf("mailbox.sqlite"),
  });
  if (mailbox) closers.push(() => mailbox.close());
  const stripe = await (await modules.stripe)?.startStripeSandbox({
    ...sandboxKeys,
    host: settings.host,
    port: ephemeral || settings.port === 0 ? 0 : settings.port + 1,
    file: fileOf("stripe.sqlite"),
    webhook: {
      url: `${own}/webhooks/stripe`,
      secret: sandboxKeys.webhookSecret,
      connectSecret: sandboxKeys.connectWebhookSecret,
    },
    now: () => clock.now().getTime(),
  });
  if (stripe) closers.push(() => stripe.close());
  return { mailbox: mailbox ?? null, stripe: stripe ?? null, content: await modules.content };
}

/** The pages and APIs of the sandbox below the server's own address. */
export function sandboxRoutes({ mailbox, stripe, content }: Sandbox, context: AppContext): FastifyPluginAsync[] {
  const routes: FastifyPluginAsync[] = [];
  if (mailbox) routes.push(mailbox.routes);
  if (stripe) routes.push(cardSandboxRoutes(stripe.url));
  if (content)
    routes.push(async (scope) => {
      scope.addHook("onSend", allowNoOtherSite);
      const { revisions } = context.siteTexts;
      await scope.register(content.contentRoutes, { contentKey: contentKeyOf(context), revisions });
    });
  return routes;
}

/**
 * Removes the headers with which a WordPress site allows scripts of other sites to read it: on our own origin no other
 * site's page may read anything.
 */
async function allowNoOtherSite(_request: unknown, reply: FastifyReply): Promise<void> {
  for (const name of Object.keys(reply.getHeaders())) if (name.startsWith("access-control-")) reply.removeHeader(name);
}
