import type { Server } from "node:http";
import compress from "@fastify/compress";
import multipart from "@fastify/multipart";
import Fastify, { type FastifyInstance, type FastifyPluginAsync, LogController } from "fastify";
import type { Channel } from "./cable/channel.ts";
import { missedEventJobs, serveWebhooks, type Webhook } from "./cards/webhooks.ts";
import type { AppContext, FeatureState, Parts } from "./context.ts";
import { replicaGauges, replicaReads } from "./database/replica-metrics.ts";
import { accountsJobs } from "./features/accounts/jobs.ts";
import { memberSessionsRoutes } from "./features/accounts/member-sessions-routes.ts";
import { accountsNotifications } from "./features/accounts/notifications.ts";
import { accountsRoutes } from "./features/accounts/routes.ts";
import { teamNotifications } from "./features/accounts/team-notifications.ts";
import { teamRoutes } from "./features/accounts/team-routes.ts";
import { twoStepRoutes } from "./features/accounts/two-step-routes.ts";
import { viewAsRoutes } from "./features/accounts/view-as-routes.ts";
import { announcementHandlers, announcementJobs } from "./features/announcements/jobs.ts";
import { announcementRoutes } from "./features/announcements/routes.ts";
import { auditRoutes } from "./features/audit/routes.ts";
import { deskRoutes } from "./features/back-office/desk-routes.ts";
import { importRoutes } from "./features/back-office/import-routes.ts";
import { applicationsOfLeavers } from "./features/back-office/queue-actions.ts";
import { queueNotifications } from "./features/back-office/queue-notifications.ts";
import { backOfficeRoutes } from "./features/back-office/routes.ts";
import { closureEventHandlers } from "./features/closure/event-handlers.ts";
import { closureJobs } from "./features/closure/jobs.ts";
import { closureRoutes } from "./features/closure/routes.ts";
import { contentJobs } from "./features/content/jobs.ts";
import { contentFailures, openContent } from "./features/content/readers.ts";
import { contentApiRoutes } from "./features/content/routes.ts";
import { threadsOfLeavers } from "./features/correspondence/actions.ts";
import { serveInboundMail } from "./features/correspondence/inbound-mail.ts";
import { correspondenceRoutes } from "./features/correspondence/routes.ts";
import { disputesJobs } from "./features/disputes/jobs.ts";
import { disputesRoutes } from "./features/disputes/routes.ts";
import { earningsJobs } from "./features/earnings/jobs.ts";
import { earningsNotifications } from "./features/earnings/notifications.ts";
import { earningsRoutes } from "./features/earnings/routes.ts";
import { allPayoutsRoutes } from "./features/earnings/staff-routes.ts";
import { earningsWebhooks } from "./features/earnings/webhooks.ts";
import { engagementsJobs } from "./features/engagements/jobs.ts";
import { engagementsNotifications } from "./features/engagements/notifications.ts";
import { engagementsRoutes } from "./features/engagements/routes.ts";
import { allEngagementsRoutes } from "./features/engagements/staff-routes.ts";
import { figuresEventHandlers } from "./features/figures/event-handlers.ts";
import { figuresJobs } from "./features/figures/jobs.ts";
import { figuresRoutes } from "./features/figures/routes.ts";
import { filesJobs } from "./features/files/jobs.ts";
import { filesRoutes } from "./features/files/routes.ts";
import { healthGauges } from "./features/health/metrics.ts";
import { healthRoutes } from "./features/health/routes.ts";
import { invoiceDisputeNotifications } from "./features/invoices/dispute-notifications.ts";
import { invoicesJobs } from "./features/invoices/jobs.ts";
import { invoicesNotifications } from "./features/invoices/notifications.ts";
import { openPdfs } from "./features/invoices/pdfs.ts";
import { invoicesRoutes } from "./features/invoices/routes.ts";
import { allInvoicesRoutes } from "./features/invoices/staff-routes.ts";
import { vatRoutes } from "./features/invoices/vat-routes.ts";
import { invoicesWebhooks } from "./features/invoices/webhooks.ts";
import { ledgerRoutes } from "./features/ledger/routes.ts";
import { mailTextRoutes } from "./features/mail-texts/routes.ts";
import { matchingEventHandlers } from "./features/matching/event-handlers.ts";
import { matchingJobs } from "./features/matching/jobs.ts";
import { openMatchIndex } from "./features/matching/match-index.ts";
import { matchingNotifications } from "./features/matching/notifications.ts";
import { matchingRoutes } from "./features/matching/routes.ts";
import { membershipJobs } from "./features/membership/jobs.ts";
import { membershipNotifications } from "./features/membership/notifications.ts";
import { offerRoutes } from "./features/membership/offer-routes.ts";
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
import { pricesRoutes } from "./features/prices/routes.ts";
import { openMoneyTerms } from "./features/prices/terms-book.ts";
import { profilesNotifications } from "./features/profiles/notifications.ts";
import { profilesRoutes } from "./features/profiles/routes.ts";
import { reconciliationJobs } from "./features/reconciliation/jobs.ts";
import { reconciliationRoutes } from "./features/reconciliation/routes.ts";
import { openReferences } from "./features/reference/choices.ts";
import { referenceJobs } from "./features/reference/jobs.ts";
import { listsRoutes } from "./features/reference/lists-routes.ts";
import { referenceRoutes } from "./features/reference/routes.ts";
import { reportsOfLeavers } from "./features/reports/actions.ts";
import { reportsNotifications } from "./features/reports/notifications.ts";
import { reportsRoutes } from "./features/reports/routes.ts";
import { reviewsRoutes } from "./features/reviews/routes.ts";
import { sanctionsJobs } from "./features/sanctions/jobs.ts";
import { sanctionsNotifications } from "./features/sanctions/notifications.ts";
import { sanctionsRoutes } from "./features/sanctions/routes.ts";
import { servePictures } from "./features/site-texts/pictures.ts";
import { siteTextRoutes } from "./features/site-texts/routes.ts";
import { openSiteTexts } from "./features/site-texts/site-texts.ts";
import { spendingRoutes } from "./features/spending/routes.ts";
import { supportRoutes } from "./features/support/routes.ts";
import { serveFiles } from "./files/addresses.ts";
import { maxFileSize } from "./files/files.ts";
import { scannedFiles } from "./files/scanner.ts";
import { keepConnections } from "./http/encodings.ts";
import { mountRoutes, type Route } from "./http/endpoints.ts";
import { handleErrors, handleFrameworkErrors, handleNotFound } from "./http/error-handler.ts";
import { exportsOf } from "./http/exports.ts";
import { serveHealth } from "./http/health.ts";
import { idempotencyJobs, releaseInterruptedKeys } from "./http/idempotency/idempotency.ts";
import { logRequests } from "./http/logged-requests.ts";
import { handleClientErrors, rejectInvalidHosts } from "./http/malformed-requests.ts";
import { serveMetrics } from "./http/metrics.ts";
import { serveDocs } from "./http/openapi/openapi.ts";
import { answerWithRequestId, requestIds } from "./http/request-ids.ts";
import { rejectShadowedMethods, trackRoutes } from "./http/served-routes.ts";
import { openSharedReads } from "./http/shared-reads.ts";
import { traceRequests } from "./http/traced-requests.ts";
import { trustedProxies } from "./http/trusted-proxies.ts";
import { mailJobs } from "./mail/delivery.ts";
import type { Job } from "./outbox/jobs.ts";
import { noteOrigins } from "./outbox/origin.ts";
import type { EventHandler } from "./outbox/outbox.ts";
import { outboxJobs } from "./outbox/parts-job.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The member who calls; null for visitors, and before the session was read. */
    callerId: number | null;
  }
}

/** Every endpoint, and the files of the lists among them. */
export const routes = (context: AppContext): Route[] => {
  const own = ownRoutes(context);
  return [...own, ...exportsOf(context, own)];
};

/**
 * The endpoints of the contract by feature, in the order in which a member first uses them. A call with an
 * Idempotency-Key makes those of its feature anew, bound to its own context.
 */
const features: readonly ((context: AppContext) => Route[])[] = [
  referenceRoutes,
  accountsRoutes,
  closureRoutes,
  profilesRoutes,
  membershipRoutes,
  payoutsRoutes,
  matchingRoutes,
  engagementsRoutes,
  reviewsRoutes,
  invoicesRoutes,
  allInvoicesRoutes,
  vatRoutes,
  disputesRoutes,
  earningsRoutes,
  spendingRoutes,
  messagesRoutes,
  filesRoutes,
  notificationsRoutes,
  backOfficeRoutes,
  deskRoutes,
  importRoutes,
  (context) => healthRoutes(context, { jobs, webhooks }),
  auditRoutes,
  ledgerRoutes,
  allEngagementsRoutes,
  allPayoutsRoutes,
  figuresRoutes,
  teamRoutes,
  viewAsRoutes,
  memberSessionsRoutes,
  correspondenceRoutes,
  listsRoutes,
  announcementRoutes,
  mailTextRoutes,
  siteTextRoutes,
  reconciliationRoutes,
  pricesRoutes,
  offerRoutes,
  sanctionsRoutes,
  reportsRoutes,
  twoStepRoutes,
  contentApiRoutes,
  supportRoutes,
];

const ownRoutes = (context: AppContext): Route[] => features.flatMap((routesOf) => routesOf(context));

/** What happens after an event, in the order in which the handlers of one kind are run. */
export const eventHandlers: EventHandler[] = [
  ...accountsNotifications,
  ...closureEventHandlers,
  ...queueNotifications,
  ...teamNotifications,
  ...applicationsOfLeavers,
  ...reportsOfLeavers,
  ...threadsOfLeavers,
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
  ...sanctionsNotifications,
  ...reportsNotifications,
  ...announcementHandlers,
  ...figuresEventHandlers,
];

/** The channels that a client of /cable may subscribe to (decision 30); every call makes new ones for its context. */
export const channels = (context: AppContext): Channel[] => [
  conversationsChannel(context),
  messagesChannel(context),
  notificationsChannel(context),
];

/** The per-process state of the features: caches, indexes and payments in progress. */
export const openFeatures = (parts: Parts): FeatureState => ({
  references: openReferences(parts.tableChanges),
  matchIndex: openMatchIndex(parts),
  ...openPublicTexts(parts),
  writeMessage: openMessageWriter(parts.database.db),
  pdfs: openPdfs(),
  planCatalogue: openPlanCatalogue(parts),
  moneyTerms: openMoneyTerms(parts),
  inProgress: { payments: new Map(), purchases: new Set(), reads: openSharedReads() },
});

/** Copies of the public pages are thrown away when one of their texts is changed. */
function openPublicTexts(parts: Parts): Pick<FeatureState, "content" | "siteTexts"> {
  const content = openContent(parts);
  const siteTexts = openSiteTexts(parts);
  siteTexts.onChange(() => {
    content.visitors.forget();
    content.members.forget();
  });
  return { content, siteTexts };
}

export const webhooks: Webhook[] = [
  ...membershipWebhooks,
  ...payoutsWebhooks,
  ...invoicesWebhooks,
  ...earningsWebhooks,
];

export const jobs: Job[] = [
  ...accountsJobs,
  ...closureJobs,
  ...membershipJobs,
  ...payoutsJobs,
  ...matchingJobs,
  ...engagementsJobs,
  ...invoicesJobs,
  ...disputesJobs,
  ...earningsJobs,
  ...reconciliationJobs,
  ...figuresJobs,
  ...messagesJobs,
  ...filesJobs,
  ...referenceJobs,
  ...announcementJobs,
  ...contentJobs,
  ...sanctionsJobs,
  ...notificationsJobs,
  ...mailJobs,
  ...missedEventJobs(webhooks, [hasProviderCustomers, hasPayoutAccounts]),
  ...idempotencyJobs,
  ...outboxJobs,
];

const maxBodySize = 1024 * 1024;

/** What a test may leave out: the sandbox's pages and the web. */
export type Extras = {
  /** The sandbox's pages on our own origin: the mailbox and the content service. */
  sandbox: readonly FastifyPluginAsync[];
  /** Mounts the web last, because it handles every path that no other route matches. */
  web: ((app: FastifyInstance) => Promise<void>) | null;
};

/** Imported only when AnyCable holds the sockets. */
const loadAnyCableCalls = () => import("./anycable/rpc.ts");

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
    genReqId: requestIds(context.settings.trustProxy),
    trustProxy: trustedProxies(context.settings.trustProxy),
    forceCloseConnections: "idle",
    clientErrorHandler: handleClientErrors(context.settings),
    frameworkErrors: handleFrameworkErrors,
    // The singular is an alias of the plural role in every path (decision 12).
    rewriteUrl: (request) =>
      (request.url ?? "/").replace(/^(\/api\/(?:public\/)?)(advisor|customer)(?=[/?]|$)/, "$1$2s"),
  });
  // A body sent as text is refused as a wrong type, and not taken for a JSON text that is no object.
  app.removeContentTypeParser("text/plain");
  const served = trackRoutes(app);
  rejectInvalidHosts(app, server);
  handleErrors(app, context.telemetry);
  app.decorateRequest("callerId", null);
  answerWithRequestId(app);
  traceRequests(app, context.settings, context.telemetry.tracing);
  logRequests(app);
  keepConnections(app);
  await app.register(compress, { threshold: 1024, encodings: ["br", "gzip"] });
  await app.register(multipart, { limits: { fileSize: maxFileSize, fields: 20, fieldSize: 10_000 } });

  noteOrigins(app);
  serveHealth(app, context);
  serveMetrics(app, context, {
    counters: [contentFailures(context.content), scannedFiles(context.scanner), replicaReads(context.replicas)],
    gauges: [...healthGauges(context), ...replicaGauges(context.replicas)],
  });
  serveFiles(app, context);
  servePictures(app, context);
  await releaseInterruptedKeys(context);
  for (const routesOf of features) mountRoutes(app, context, routesOf);
  mountRoutes(app, context, (each) => exportsOf(each, ownRoutes(each)));
  serveDocs(app, routes(context));
  serveWebhooks(app, context, webhooks);
  serveInboundMail(app, context);
  const { anycable } = context.settings;
  if (anycable) (await loadAnyCableCalls()).serveAnyCable(app, context, anycable.secret, channels(context));
  rejectShadowedMethods(app, served);
  handleNotFound(app, served);
  for (const plugin of extras.sandbox) await app.register(plugin);
  await extras.web?.(app);
  await app.ready();
  return app;
}
