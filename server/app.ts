import type { Server } from "node:http";
import compress from "@fastify/compress";
import multipart from "@fastify/multipart";
import Fastify, { type FastifyInstance, type FastifyPluginAsync, LogController } from "fastify";
import type { Channel } from "./cable/channel.ts";
import { missedEventJobs, serveWebhooks, type Webhook } from "./cards/webhooks.ts";
import type { AppContext, FeatureState, Parts } from "./context.ts";
import { accountsJobs } from "./features/accounts/jobs.ts";
import { accountsNotifications } from "./features/accounts/notifications.ts";
import { accountsRoutes } from "./features/accounts/routes.ts";
import { backOfficeRoutes } from "./features/back-office/routes.ts";
import { contentJobs } from "./features/content/jobs.ts";
import { contentFailures, openContent } from "./features/content/readers.ts";
import { contentApiRoutes } from "./features/content/routes.ts";
import { earningsJobs } from "./features/earnings/jobs.ts";
import { earningsNotifications } from "./features/earnings/notifications.ts";
import { earningsRoutes } from "./features/earnings/routes.ts";
import { earningsWebhooks } from "./features/earnings/webhooks.ts";
import { engagementsJobs } from "./features/engagements/jobs.ts";
import { engagementsNotifications } from "./features/engagements/notifications.ts";
import { engagementsRoutes } from "./features/engagements/routes.ts";
import { filesJobs } from "./features/files/jobs.ts";
import { filesRoutes } from "./features/files/routes.ts";
import { invoiceDisputeNotifications } from "./features/invoices/dispute-notifications.ts";
import { invoicesJobs } from "./features/invoices/jobs.ts";
import { invoicesNotifications } from "./features/invoices/notifications.ts";
import { openPdfs } from "./features/invoices/pdfs.ts";
import { invoicesRoutes } from "./features/invoices/routes.ts";
import { invoicesWebhooks } from "./features/invoices/webhooks.ts";
import { matchingEventHandlers } from "./features/matching/event-handlers.ts";
import { matchingJobs } from "./features/matching/jobs.ts";
import { openMatchIndex } from "./features/matching/match-index.ts";
import { matchingNotifications } from "./features/matching/notifications.ts";
import { matchingRoutes } from "./features/matching/routes.ts";
import { membershipJobs } from "./features/membership/jobs.ts";
import { membershipNotifications } from "./features/membership/notifications.ts";
import { membershipPaymentNotifications } from "./features/membership/payment-notifications.ts";
import { openPlanCatalogue } from "./features/membership/plan-catalogue.ts";
import { membershipRoutes } from "./features/membership/routes.ts";
import { hasProviderCustomers } from "./features/membership/store.ts";
import { membershipWebhooks } from "./features/membership/webhooks.ts";
import { messagesJobs } from "./features/messages/jobs.ts";
import { conversationsChannel, messagesChannel } from "./features/messages/live.ts";
import { messagesNotifications } from "./features/messages/notifications.ts";
import { messagesRoutes } from "./features/messages/routes.ts";
import { openMessageWriter } from "./features/messages/writing.ts";
import { notificationsJobs } from "./features/notifications/jobs.ts";
import { notificationsChannel } from "./features/notifications/live.ts";
import { notificationsRoutes } from "./features/notifications/routes.ts";
import { payoutsJobs } from "./features/payouts/jobs.ts";
import { payoutsNotifications } from "./features/payouts/notifications.ts";
import { payoutsRoutes } from "./features/payouts/routes.ts";
import { hasPayoutAccounts } from "./features/payouts/store.ts";
import { payoutsWebhooks } from "./features/payouts/webhooks.ts";
import { profilesNotifications } from "./features/profiles/notifications.ts";
import { profilesRoutes } from "./features/profiles/routes.ts";
import { openReferences } from "./features/reference/choices.ts";
import { referenceRoutes } from "./features/reference/routes.ts";
import { reviewsRoutes } from "./features/reviews/routes.ts";
import { spendingRoutes } from "./features/spending/routes.ts";
import { supportRoutes } from "./features/support/routes.ts";
import { serveFiles } from "./files/addresses.ts";
import { maxFileSize } from "./files/files.ts";
import { mountRoutes, type Route } from "./http/endpoints.ts";
import { handleErrors, handleFrameworkErrors, handleNotFound } from "./http/error-handler.ts";
import { serveHealth } from "./http/health.ts";
import { idempotencyJobs, releaseInterruptedKeys } from "./http/idempotency/idempotency.ts";
import { handleClientErrors, rejectInvalidHosts } from "./http/malformed-requests.ts";
import { serveMetrics } from "./http/metrics.ts";
import { serveDocs } from "./http/openapi/openapi.ts";
import { rejectShadowedMethods, trackRoutes } from "./http/served-routes.ts";
import { openSharedReads } from "./http/shared-reads.ts";
import { trustedProxies } from "./http/trusted-proxies.ts";
import { mailJobs } from "./mail/delivery.ts";
import type { Job } from "./outbox/jobs.ts";
import type { EventHandler } from "./outbox/outbox.ts";

/** Every endpoint of the contract, in the order in which a member first uses the features. */
export const routes = (context: AppContext): Route[] => [
  ...referenceRoutes(context),
  ...accountsRoutes(context),
  ...profilesRoutes(context),
  ...membershipRoutes(context),
  ...payoutsRoutes(context),
  ...matchingRoutes(context),
  ...engagementsRoutes(context),
  ...reviewsRoutes(context),
  ...invoicesRoutes(context),
  ...earningsRoutes(context),
  ...spendingRoutes(context),
  ...messagesRoutes(context),
  ...filesRoutes(context),
  ...notificationsRoutes(context),
  ...backOfficeRoutes(context),
  ...contentApiRoutes(context),
  ...supportRoutes(context),
];

/** What happens after an event, in the order in which the handlers of one kind are run. */
export const eventHandlers: EventHandler[] = [
  ...accountsNotifications,
  ...profilesNotifications,
  ...membershipNotifications,
  ...membershipPaymentNotifications,
  ...payoutsNotifications,
  ...matchingEventHandlers,
  ...matchingNotifications,
  ...engagementsNotifications,
  ...invoicesNotifications,
  ...invoiceDisputeNotifications,
  ...earningsNotifications,
  ...messagesNotifications,
];

export const channels = (context: AppContext): Channel[] => [
  conversationsChannel(context),
  messagesChannel(context),
  notificationsChannel(context),
];

/** The per-process state of the features: caches, indexes and payments in progress. */
export const openFeatures = (parts: Parts): FeatureState => ({
  references: openReferences(parts.tableChanges),
  matchIndex: openMatchIndex(parts),
  content: openContent(parts),
  writeMessage: openMessageWriter(parts.database.db),
  pdfs: openPdfs(),
  planCatalogue: openPlanCatalogue(parts),
  inProgress: { payments: new Map(), purchases: new Set(), reads: openSharedReads() },
});

export const webhooks: Webhook[] = [
  ...membershipWebhooks,
  ...payoutsWebhooks,
  ...invoicesWebhooks,
  ...earningsWebhooks,
];

export const jobs: Job[] = [
  ...accountsJobs,
  ...membershipJobs,
  ...payoutsJobs,
  ...matchingJobs,
  ...engagementsJobs,
  ...invoicesJobs,
  ...earningsJobs,
  ...messagesJobs,
  ...filesJobs,
  ...contentJobs,
  ...notificationsJobs,
  ...mailJobs,
  ...missedEventJobs(webhooks, [hasProviderCustomers, hasPayoutAccounts]),
  ...idempotencyJobs,
];

const maxBodySize = 1024 * 1024;

/** What a test may leave out: the sandbox's pages and the web. */
export type Extras = {
  /** The sandbox's pages on our own origin: the mailbox and the content service. */
  sandbox: readonly FastifyPluginAsync[];
  /** Mounts the web last, because it handles every path that no other route matches. */
  web: ((app: FastifyInstance) => Promise<void>) | null;
};

/** Builds the HTTP application on a server that the caller has created and that listens already. */
export async function buildApp(context: AppContext, server: Server, extras: Extras): Promise<FastifyInstance> {
  const app = Fastify({
    // start.ts attaches the router once the application is ready.
    serverFactory: () => server,
    loggerInstance: context.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: maxBodySize,
    // A busy machine may take more than the ten seconds after which Fastify would end the start.
    pluginTimeout: 0,
    // The longest file name, encoded (files/names.ts); Fastify answers 404 for parameters over a hundred characters.
    routerOptions: { maxParamLength: 1200 },
    trustProxy: trustedProxies(context.settings.trustProxy),
    forceCloseConnections: "idle",
    clientErrorHandler: handleClientErrors(context.settings),
    frameworkErrors: handleFrameworkErrors,
    // The singular is an alias of the plural role in every path (decision 12).
    rewriteUrl: (request) =>
      (request.url ?? "/").replace(/^(\/api\/(?:public\/)?)(advisor|customer)(?=[/?]|$)/, "$1$2s"),
  });
  const served = trackRoutes(app);
  rejectInvalidHosts(app, server);
  handleErrors(app);
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
  await app.register(multipart, { limits: { fileSize: maxFileSize, fields: 20, fieldSize: 10_000 } });

  serveHealth(app, context);
  serveMetrics(app, context, [contentFailures(context.content)]);
  serveFiles(app, context);
  await releaseInterruptedKeys(context);
  mountRoutes(app, context, routes);
  serveDocs(app, routes(context));
  serveWebhooks(app, context, webhooks);
  rejectShadowedMethods(app, served);
  handleNotFound(app, served);
  for (const plugin of extras.sandbox) await app.register(plugin);
  await extras.web?.(app);
  await app.ready();
  return app;
}
