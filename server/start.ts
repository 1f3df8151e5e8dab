import { createServer, type Server } from "node:http";
import { present } from "@plumbline/contract/present.ts";
import type { FastifyInstance } from "fastify";
import { type Logger, type LoggerOptions, pino } from "pino";
import { buildApp, channels, eventHandlers, jobs, openFeatures } from "./app.ts";
import { openSessions } from "./auth/members.ts";
import { openPasswords } from "./auth/passwords.ts";
import { installationSecret } from "./auth/secret.ts";
import { openBus } from "./bus/bus.ts";
import { openCable } from "./cable/cable.ts";
import { type CardSettings, openCards } from "./cards/cards.ts";
import { type Clock, wallClock } from "./clock.ts";
import type { AppContext, Parts } from "./context.ts";
import { type Database, openEmbedded, openPostgres } from "./database/database.ts";
import { makeDataDirectory } from "./database/embedded/data-directory.ts";
import { type Embedded, startEmbedded } from "./database/embedded/embedded.ts";
import { databaseAnswer } from "./database/errors.ts";
import { openReplicas } from "./database/replicas.ts";
import { openTableChanges } from "./database/table-changes.ts";
import { openSealing } from "./features/audit/sealing.ts";
import { readFirstPlans } from "./features/membership/plans.ts";
import { seedReference } from "./features/reference/store.ts";
import { openFileAddresses } from "./files/address-signing.ts";
import { openStore } from "./files/open-store.ts";
import { openScanner } from "./files/scanner.ts";
import { limitConnections } from "./http/connection-limit.ts";
import { errorLogging } from "./http/error-log.ts";
import { openLimits } from "./http/limits.ts";
import { ownUrl } from "./http/listening-port.ts";
import { responsesWithHeaders } from "./http/response-headers.ts";
import { disconnectSlowClients, serverTimeouts } from "./http/slow-clients.ts";
import { holdRequests } from "./http/starting.ts";
import { createDrain } from "./http/stopping.ts";
import { openMailDelivery } from "./mail/delivery.ts";
import { startJobs } from "./outbox/jobs.ts";
import { requestOfCall } from "./outbox/origin.ts";
import { hasDueEvents, openDelivery } from "./outbox/outbox.ts";
import { loadSandbox, type Sandbox, sandboxKeys, sandboxRoutes, startSandbox } from "./sandbox.ts";
import type { Settings } from "./settings.ts";
import { CannotStart, listenError } from "./start-errors.ts";
import { openTelemetry } from "./telemetry/telemetry.ts";

export type Plumbline = {
  url: string;
  context: AppContext;
  app: FastifyInstance;
  sandbox: Pick<Sandbox, "mailbox" | "stripe">;
  /** Delivers all waiting events and e-mails now, for tests and demo data. */
  settle(): Promise<void>;
  close(): Promise<void>;
};

export type Options = {
  settings: Settings;
  clock?: Clock;
  /** A database that the caller has opened; by default the one that the settings name. */
  database?: Database;
  /** An embedded database that the caller has started early; by default it starts here when no server is configured. */
  embedded?: Embedded | null;
  /** Keeps the sandbox's state in memory and lets the system choose its ports. */
  ephemeral?: boolean;
  /** Runs before requests are accepted and before events are delivered, so that demo data sends no e-mail. */
  prepare?: (context: AppContext) => Promise<void>;
  /** Delivers no notifications, for tests that go through thousands of states. */
  skipNotifications?: boolean;
  /** Where the log goes instead of standard output. */
  logTo?: { write(line: string): void };
  /** Mounts the web; tests of the server leave it out. */
  web?: (app: FastifyInstance, context: AppContext) => Promise<void>;
};

const maxDate = new Date(8_640_000_000_000_000);

/** Imported only when AnyCable holds the sockets. */
const loadAnyCable = () => import("./anycable/anycable.ts");

/**
 * Starts the server. It takes the port first, so that a port in use is reported before anything else is done (ADR-001).
 * Throws CannotStart with what to do, where that is known.
 */
export async function startPlumbline({
  settings,
  clock = wallClock,
  ephemeral = false,
  ...options
}: Options): Promise<Plumbline> {
  // Libraries write what they were called with at the level trace, as the parser of uploads does with a request's headers.
  const logging = {
    ...errorLogging,
    level: settings.logLevel,
    redact: { paths: ["headers", "*.headers"], remove: true },
  };
  const log = openLog(logging, options.logTo);
  const server = createServer({
    ...serverTimeouts(),
    ServerResponse: responsesWithHeaders(settings),
    // Clients that offer an upgrade to HTTP/2 (h2c) get an ordinary HTTP/1.1 response.
    shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === "websocket",
  });
  makeDataDirectory(settings.dataDirectory);
  disconnectSlowClients(server);
  const starting = holdRequests(server);
  await listen(server, settings.port, settings.host);
  const own = ownUrl(server);
  const url = settings.port === 0 ? own : settings.publicUrl;
  const effectiveSettings: Settings = {
    ...settings,
    publicUrl: url,
    contentUrl: settings.contentUrl ?? own,
  };
  const drain = createDrain(server);
  const closers: (() => Promise<void>)[] = [drain];
  const stopping = new AbortController();
  const close = async () => {
    stopping.abort();
    // What cannot be closed keeps nothing else open, and does not hide why a start has failed.
    for (const each of closers.splice(0).reverse())
      await each().catch((error) => log.error({ err: error }, "something could not be closed"));
  };
  // Its modules load while the embedded database opens in its own thread.
  const loading = loadSandbox(settings);
  try {
    const telemetry = await openTelemetry(effectiveSettings, log);
    closers.push(telemetry.close);
    const database =
      options.database ??
      (settings.databaseUrl
        ? await openPostgres(settings.databaseUrl, { direct: settings.databaseDirectUrl ?? settings.databaseUrl })
        : await openEmbedded(options.embedded ?? startEmbedded(settings.dataDirectory)));
    closers.push(() => database.close());

    const sandbox = await startSandbox(loading, { settings, own, clock, ephemeral, closers });
    const db = database.db;
    await seedReference(db);
    const secret = await installationSecret(db);
    const onBusError = (error: unknown) => log.error({ err: error }, "the bus failed");
    const bus = await openBus(database, onBusError, settings.bus, secret);
    closers.push(bus.close);
    const replicas =
      settings.databaseReplicaUrls.length > 0
        ? openReplicas(settings.databaseReplicaUrls, { database, bus, log })
        : null;
    closers.push(async () => replicas?.close());
    const store = await openStore(settings);
    closers.push(() => store.close());
    // Only one process uses an embedded database, so every unfinished upload is stale; otherwise a job removes them by
    // age.
    if (database.kind === "embedded") await store.clearIncoming(maxDate);
    const sessions = openSessions({ db, bus, clock, settings });
    const anycable = settings.anycable
      ? (await loadAnyCable()).openAnyCable({ settings: settings.anycable, database, bus, sessions, clock, log })
      : null;
    closers.push(async () => anycable?.close());
    const parts: Parts = {
      settings: effectiveSettings,
      log,
      telemetry,
      clock,
      database,
      db,
      replicas,
      tableChanges: await openTableChanges(database),
      bus,
      sessions,
      passwords: openPasswords(),
      limits: openLimits({ db, clock, settings }),
      store,
      scanner: settings.clamd && openScanner(settings.clamd, log),
      fileAddresses: openFileAddresses(secret, clock),
      cards: openCards(cardSettings(settings, sandbox.stripe)),
      stopping: stopping.signal,
      cable: openCable(server, { settings: effectiveSettings, sessions, bus, log, telemetry, upstream: anycable }),
      anycable,
      delivered: sandbox.content?.delivered ?? null,
      secret,
    };
    const context: AppContext = { ...parts, ...openFeatures(parts) };
    context.cable.serve(channels(context));

    await readFirstPlans(context);

    const { web } = options;
    const app = await buildApp(context, server, {
      sandbox: sandboxRoutes(sandbox, context),
      web: web ? (instance) => web(instance, context) : null,
    });
    // Requests in progress still need the bus, the database and the sandbox, so they finish first.
    closers.push(() => app.close(), drain);
    if (options.prepare) {
      // While demo data is created only the sandbox's webhooks are accepted.
      starting.letThrough(({ url = "" }) => url.startsWith("/webhooks/"), app.routing);
      await options.prepare(context);
    }
    starting.ready(app.routing);
    limitConnections(server, context.log);

    const mailDelivery = openMailDelivery(
      context,
      present(settings.smtpUrl ?? sandbox.mailbox?.smtpUrl, "the mail server"),
    );
    const delivery = openDelivery(context, options.skipNotifications ? [] : eventHandlers);
    const sealing = openSealing(context);
    const runningJobs = startJobs(context, jobs);
    // Closed in reverse order: WebSockets, then the job and delivery loops, then requests in progress.
    closers.push(mailDelivery.close, delivery.close, sealing.close, runningJobs.close, context.cable.close);
    const settle = async () => {
      // Delivery skips the events that sealing has locked, and looks again after it.
      do {
        await delivery.settle();
        await sealing.settle();
      } while (await hasDueEvents(context.db));
      await mailDelivery.settle();
    };
    return { url, context, app, sandbox, settle, close };
  } catch (error) {
    starting.failed();
    await close();
    // The embedded database is read-only where too little of its disk is free.
    if (settings.databaseUrl || databaseAnswer(error)?.code !== "25006") throw error;
    throw new CannotStart(
      `The disk of ${settings.dataDirectory} is nearly full, and this start has to change the database. Make room and start again.`,
      { cause: error },
    );
  }
}

/** The process's log. A line that is written within a request has its id, as the request's own lines do. */
function openLog(options: LoggerOptions, to: Options["logTo"]): Logger {
  const mixin: LoggerOptions["mixin"] = (_facts, _level, logger) => {
    const reqId = logger === log ? requestOfCall() : null;
    return reqId === null ? {} : { reqId };
  };
  const log = to ? pino({ ...options, mixin }, to) : pino({ ...options, mixin });
  return log;
}

function cardSettings(settings: Settings, sandbox: Sandbox["stripe"]): CardSettings {
  if (settings.stripe && !settings.stripe.apiBase)
    return { ...settings.stripe, mode: "live", sandboxUrl: null, sandboxIsOurs: false };
  const sandboxUrl = present(settings.stripe?.apiBase ?? sandbox?.url, "the sandbox");
  return { ...(settings.stripe ?? sandboxKeys), mode: "sandbox", sandboxUrl, sandboxIsOurs: sandbox !== null };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (error: Error) => reject(listenError(error, host, port));
    server.once("error", refuse);
    server.listen(port, host, () => {
      server.removeListener("error", refuse);
      resolve();
    });
  });
}
