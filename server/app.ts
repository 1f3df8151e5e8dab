import type { Server } from "node:http";
import compress from "@fastify/compress";
import multipart from "@fastify/multipart";
import Fastify, { type FastifyInstance, type FastifyPluginAsync, LogController } from "fastify";
import { accountsJobs } from "./features/accounts/jobs.ts";
import { accountsNotices } from "./features/accounts/notices.ts";
import { accountsRoutes } from "./features/accounts/routes.ts";
import { backOfficeRoutes } from "./features/back-office/routes.ts";
import { contentFailures } from "./features/content/readers.ts";
import { contentApiRoutes } from "./features/content/routes.ts";
import { engagementsJobs } from "./features/engagements/jobs.ts";
import { engagementsNotices } from "./features/engagements/notices.ts";
import { engagementsRoutes } from "./features/engagements/routes.ts";
import { filesJobs } from "./features/files/jobs.ts";
import { filesRoutes } from "./features/files/routes.ts";
import { invoicesJobs } from "./features/invoices/jobs.ts";
import { invoicesNotices } from "./features/invoices/notices.ts";
import { invoicesRoutes } from "./features/invoices/routes.ts";
import { invoicesWebhooks } from "./features/invoices/webhooks/webhooks.ts";
import { matchingJobs } from "./features/matching/jobs.ts";
import { matchingNotices } from "./features/matching/notices.ts";
import { matchingRoutes } from "./features/matching/routes.ts";
import { membershipJobs } from "./features/membership/jobs.ts";
import { membershipNotices } from "./features/membership/notices.ts";
import { membershipPaymentNotices } from "./features/membership/payment-notices.ts";
import { membershipRoutes } from "./features/membership/routes.ts";
import { membershipWebhooks } from "./features/membership/webhooks/webhooks.ts";
import { messagesJobs } from "./features/messages/jobs.ts";
import { conversationsChannel, messagesChannel } from "./features/messages/live.ts";
import { messagesNotices } from "./features/messages/notices.ts";
import { messagesRoutes } from "./features/messages/routes.ts";
import { notificationsJobs } from "./features/notifications/jobs.ts";
import { notificationsChannel } from "./features/notifications/live.ts";
import { notificationsRoutes } from "./features/notifications/routes.ts";
import { payoutsJobs } from "./features/payouts/jobs.ts";
import { payoutsNotices } from "./features/payouts/notices.ts";
import { payoutsRoutes } from "./features/payouts/routes.ts";
import { payoutsWebhooks } from "./features/payouts/webhooks/webhooks.ts";
import { profilesNotices } from "./features/profiles/notices.ts";
import { profilesRoutes } from "./features/profiles/routes.ts";
import { referenceRoutes } from "./features/reference/routes.ts";
import { reviewsRoutes } from "./features/reviews/routes.ts";
import { supportRoutes } from "./features/support/routes.ts";
import type { House } from "./house.ts";
import { answerBrokenRequests, checkAddresses } from "./platform/addresses.ts";
import type { Channel } from "./platform/cable-channel.ts";
import { mountRoutes, type Route } from "./platform/endpoints.ts";
import type { Notice } from "./platform/events.ts";
import { serveFiles } from "./platform/file-addresses.ts";
import { largestFile } from "./platform/files.ts";
import { serveHealth } from "./platform/health.ts";
import { idempotencyJobs, reclaimInterrupted } from "./platform/idempotency.ts";
import type { Job } from "./platform/jobs.ts";
import { mailJobs } from "./platform/mail-delivery.ts";
import { serveMetrics } from "./platform/metrics.ts";
import { serveDocs } from "./platform/openapi.ts";
import { answerProblems, answerUnknown, refuseUnroutable } from "./platform/refusals.ts";
import { followRoutes, refuseShadowed } from "./platform/served-routes.ts";
import { trustedProxies } from "./platform/trusted-proxies.ts";
import { missedEvents, serveWebhooks, type Webhook } from "./platform/webhooks.ts";

/** What the application consists of, in the order in which a member meets it. */
export const routes = (house: House): Route[] => [
  ...referenceRoutes(house),
  ...accountsRoutes(house),
  ...profilesRoutes(house),
  ...membershipRoutes(house),
  ...payoutsRoutes(house),
  ...matchingRoutes(house),
  ...engagementsRoutes(house),
  ...reviewsRoutes(house),
  ...invoicesRoutes(house),
  ...messagesRoutes(house),
  ...filesRoutes(house),
  ...notificationsRoutes(house),
  ...backOfficeRoutes(house),
  ...contentApiRoutes(house),
  ...supportRoutes(house),
];

export const notices: Notice[] = [
  ...accountsNotices,
  ...profilesNotices,
  ...membershipNotices,
  ...membershipPaymentNotices,
  ...payoutsNotices,
  ...matchingNotices,
  ...engagementsNotices,
  ...invoicesNotices,
  ...messagesNotices,
];

export const channels: Channel[] = [conversationsChannel, messagesChannel, notificationsChannel];

export const webhooks: Webhook[] = [...membershipWebhooks, ...payoutsWebhooks, ...invoicesWebhooks];

export const jobs: Job[] = [
  ...accountsJobs,
  ...membershipJobs,
  ...payoutsJobs,
  ...matchingJobs,
  ...engagementsJobs,
  ...invoicesJobs,
  ...messagesJobs,
  ...filesJobs,
  ...notificationsJobs,
  ...mailJobs,
  ...missedEvents(webhooks),
  ...idempotencyJobs,
];

const largestBody = 1024 * 1024;

/** Parts that differ between a start for people and a start for tests. */
export type Extras = {
  /** The sandbox's pages on our own origin: the mailbox and the content service. */
  sandbox: readonly FastifyPluginAsync[];
  /** The web, mounted last: it answers everything that nothing else does. */
  web: ((app: FastifyInstance) => Promise<void>) | null;
};

/** Builds the HTTP application on a server that somebody else listens with. */
export async function buildApp(house: House, server: Server, extras: Extras): Promise<FastifyInstance> {
  const app = Fastify({
    // Requests reach it once it stands: see start.ts.
    serverFactory: () => server,
    loggerInstance: house.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: largestBody,
    // The longest file name, encoded (platform/file-names.ts); Fastify answers 404 for parameters over a hundred characters.
    routerOptions: { maxParamLength: 1200 },
    trustProxy: trustedProxies(house.settings.trustProxy),
    forceCloseConnections: "idle",
    clientErrorHandler: answerBrokenRequests(house.settings),
    frameworkErrors: refuseUnroutable,
    // The singular is an alias of the plural role in every path (decision 12).
    rewriteUrl: (request) =>
      (request.url ?? "/").replace(/^(\/api\/(?:public\/)?)(advisor|customer)(?=[/?]|$)/, "$1$2s"),
  });
  const served = followRoutes(app);
  checkAddresses(app, server);
  answerProblems(app);
  app.addHook("onResponse", async (request, reply) => {
    // The route's pattern, never the address: addresses carry tokens.
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      "answered",
    );
  });
  await app.register(compress, { threshold: 1024, encodings: ["br", "gzip"] });
  await app.register(multipart, { limits: { fileSize: largestFile, fields: 20, fieldSize: 10_000 } });

  serveHealth(app, house);
  serveMetrics(app, house, [contentFailures(house)]);
  serveFiles(app, house);
  await reclaimInterrupted(house);
  mountRoutes(app, house, routes);
  serveDocs(app, routes(house));
  serveWebhooks(app, house, webhooks);
  refuseShadowed(app, served);
  answerUnknown(app, served);
  for (const plugin of extras.sandbox) await app.register(plugin);
  await extras.web?.(app);
  await app.ready();
  return app;
}
