import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { join } from "node:path";
import type { startMailbox } from "@plumbline/sandbox/mailbox/mailbox.ts";
import type { startStripeSandbox } from "@plumbline/sandbox/stripe/start.ts";
import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import { pino } from "pino";
import { buildApp, channels, jobs, notices } from "./app.ts";
import { contentKeyOf } from "./features/content/readers.ts";
import { seedReference } from "./features/reference/store.ts";
import type { House } from "./house.ts";
import { openBus } from "./platform/bus.ts";
import { openCable } from "./platform/cable.ts";
import { cardSandboxRoutes } from "./platform/card-sandbox.ts";
import { type CardSettings, openCards } from "./platform/cards.ts";
import { type Clock, wallClock } from "./platform/clock.ts";
import { makeDataDirectory } from "./platform/data-directory.ts";
import { type Database, openEmbedded, openPostgres } from "./platform/database.ts";
import { type Embedded, startEmbedded } from "./platform/embedded.ts";
import { errorLogging } from "./platform/error-log.ts";
import { openDelivery } from "./platform/events.ts";
import { openFolderStore } from "./platform/files.ts";
import { startJobs } from "./platform/jobs.ts";
import { openLimits } from "./platform/limits.ts";
import { openPost } from "./platform/mail-delivery.ts";
import { openSessions } from "./platform/members.ts";
import { responsesWithHeaders } from "./platform/response-headers.ts";
import { installationSecret } from "./platform/secret.ts";
import type { Settings } from "./platform/settings.ts";
import { cutOffSlowClients, serverTimeouts } from "./platform/slow-clients.ts";

export type Plumbline = {
  url: string;
  house: House;
  app: FastifyInstance;
  sandbox: { mailbox: Awaited<ReturnType<typeof startMailbox>> | null; stripe: StripeSandbox | null };
  /** Delivers what waits now, events and e-mails; for tests and demo data, which cannot wait for the loops. */
  settle(): Promise<void>;
  close(): Promise<void>;
};
type StripeSandbox = Awaited<ReturnType<typeof startStripeSandbox>>;

export type Options = {
  settings: Settings;
  clock?: Clock;
  /** Opened by the caller; otherwise as the settings say. */
  database?: Database;
  /** Started by the caller, who had time to; otherwise here, when the settings name no server. */
  embedded?: Embedded | null;
  /** Keeps the sandbox's state in memory, and lets it pick its ports. */
  passing?: boolean;
  /** Runs before anybody is let in and before anything is delivered: demo data is not announced by e-mail. */
  prepare?: (house: House) => Promise<void>;
  /** Tells nobody of what happens: for tests that walk through thousands of states. */
  quiet?: boolean;
  /** Where the log goes instead of standard output. */
  logTo?: { write(line: string): void };
  /** Mounts the web; tests of the server leave it out. */
  web?: (app: FastifyInstance, house: House) => Promise<void>;
};

const endOfTime = new Date(8_640_000_000_000_000);

const sandboxKeys = {
  secretKey: "sk_test_plumbline",
  publishableKey: "pk_test_plumbline",
  webhookSecret: "whsec_plumbline",
  connectWebhookSecret: "whsec_plumbline_connect",
  clientId: "ca_plumbline",
};

/** The outside world, embedded: loaded only where the settings ask for it. */
const load = {
  mailbox: () => import("@plumbline/sandbox/mailbox/mailbox.ts"),
  stripe: () => import("@plumbline/sandbox/stripe/start.ts"),
  content: () => import("@plumbline/sandbox/content/routes.ts"),
};

/** Starts everything the settings ask for. The port is taken first, so that a taken one is said before any work. */
export async function startPlumbline({
  settings,
  clock = wallClock,
  passing = false,
  ...options
}: Options): Promise<Plumbline> {
  const logging = { ...errorLogging, level: settings.logLevel, redact: ["req.headers.authorization"] };
  const log = options.logTo ? pino(logging, options.logTo) : pino(logging);
  const server = createServer({
    ...serverTimeouts(),
    ServerResponse: responsesWithHeaders(settings),
    // Programs that would rather speak HTTP/2 offer it with every request; they are answered as they asked.
    shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === "websocket",
  });
  makeDataDirectory(settings.dataDirectory);
  const port = await listen(server, settings.port, settings.host);
  const url = settings.port === 0 ? `http://127.0.0.1:${port}` : settings.publicUrl;
  const stopListening = drainingOf(server);
  const closing: (() => Promise<void>)[] = [stopListening];
  const close = async () => {
    for (const each of closing.splice(0).reverse()) await each();
  };
  const state = (name: string) => (passing ? ":memory:" : join(settings.dataDirectory, name));
  // The database may take its time in a thread of its own: what else is needed is read meanwhile.
  const outside = {
    mailbox: settings.smtpUrl ? null : load.mailbox(),
    stripe: settings.stripe ? null : load.stripe(),
    content: settings.contentUrl ? null : load.content(),
  };
  try {
    const database =
      options.database ??
      (settings.databaseUrl
        ? await openPostgres(settings.databaseUrl)
        : await openEmbedded(options.embedded ?? startEmbedded(settings.dataDirectory)));
    closing.push(() => database.close());

    const mailbox =
      (await (await outside.mailbox)?.startMailbox({ host: "127.0.0.1", port: 0, file: state("mailbox.sqlite") })) ??
      null;
    if (mailbox) closing.push(() => mailbox.close());
    const stripe =
      (await (
        await outside.stripe
      )?.startStripeSandbox({
        ...sandboxKeys,
        host: settings.host,
        port: passing || settings.port === 0 ? 0 : settings.port + 1,
        file: state("stripe.sqlite"),
        webhook: {
          url: `http://127.0.0.1:${port}/webhooks/stripe`,
          secret: sandboxKeys.webhookSecret,
          connectSecret: sandboxKeys.connectWebhookSecret,
        },
        now: () => clock.now().getTime(),
      })) ?? null;
    if (stripe) closing.push(() => stripe.close());

    const db = database.db;
    await seedReference(db);
    const secret = await installationSecret(db);
    const stumbled = (error: unknown) => log.error({ err: error }, "the bus stumbled");
    const bus = await openBus(database, stumbled, settings.redisUrl, secret);
    closing.push(bus.close);
    const store = await openFolderStore(join(settings.dataDirectory, "files"));
    // An embedded database belongs to one process: what is on its way in is nobody's. Several processes ask by age, in a job.
    if (database.kind === "embedded") await store.clearIncoming(endOfTime);
    const house = {
      settings: { ...settings, publicUrl: url, contentUrl: settings.contentUrl ?? `http://127.0.0.1:${port}` },
      log,
      clock,
      database,
      db,
      bus,
      sessions: openSessions({ db, bus, clock }),
      limits: openLimits({ db, clock, settings }),
      store,
      cards: openCards(cardSettings(settings, stripe)),
      secret,
    } as Omit<House, "cable"> as House;
    house.cable = openCable(server, house, channels);

    const sandboxPages: FastifyPluginAsync[] = [];
    if (mailbox) sandboxPages.push(mailbox.routes);
    if (stripe) sandboxPages.push(cardSandboxRoutes(stripe.url));
    const content = await outside.content;
    if (content) {
      const { contentRoutes } = content;
      const contentKey = contentKeyOf(house);
      sandboxPages.push(async (scope) => void (await scope.register(contentRoutes, { contentKey })));
    }
    const app = await buildApp(house, server, {
      sandbox: sandboxPages,
      web: options.web ? (instance) => options.web?.(instance, house) as Promise<void> : null,
    });
    // Whoever is being answered still needs the bus, the database and the sandbox: they drain first.
    closing.push(() => app.close(), stopListening);
    // The stand-ins report what happens while demo data is made; people come in when it is there.
    if (options.prepare) {
      server.removeAllListeners("request").on("request", (request, response) => {
        if (request.url?.startsWith("/webhooks/")) app.routing(request, response);
        else answerStarting(response);
      });
      await options.prepare(house);
    }
    server.removeAllListeners("request").on("request", app.routing);
    // After that: it listens to requests as well.
    cutOffSlowClients(server);

    const post = openPost(house, settings.smtpUrl ?? (mailbox as { smtpUrl: string }).smtpUrl);
    const delivery = openDelivery(house, options.quiet ? [] : notices);
    const work = startJobs(house, jobs);
    // Last in, first out: sockets get their hint, loops finish what is in hand, then requests drain.
    closing.push(post.close, delivery.close, work.close, house.cable.close);
    const settle = async () => {
      await delivery.settle();
      await post.settle();
    };
    return { url, house, app, sandbox: { mailbox, stripe }, settle, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function cardSettings(settings: Settings, sandbox: StripeSandbox | null): CardSettings {
  if (settings.stripe && !settings.stripe.apiBase)
    return { ...settings.stripe, mode: "live", sandboxUrl: null, sandboxIsOurs: false };
  const sandboxUrl = settings.stripe?.apiBase ?? (sandbox as StripeSandbox).url;
  return { ...(settings.stripe ?? sandboxKeys), mode: "sandbox", sandboxUrl, sandboxIsOurs: sandbox !== null };
}

/** What is being answered may finish within this time, in milliseconds; then it is cut off. */
const drainsFor = 5000;

/** Stops taking connections and waits for those that are being answered. */
function drainingOf(server: Server): () => Promise<void> {
  const lines = new Set<Socket>();
  server.on("connection", (line) => {
    lines.add(line);
    line.once("close", () => lines.delete(line));
  });
  return () =>
    new Promise((done) => {
      server.close(() => done());
      // Browsers open lines ahead of need, and Node takes one that never asked anything for busy.
      for (const line of lines) if (line.bytesRead === 0) line.destroy();
      setTimeout(() => server.closeAllConnections(), drainsFor).unref();
    });
}

/** Until the application stands, whoever asks is told to come back in a moment. */
function listen(server: Server, port: number, host: string): Promise<number> {
  server.on("request", (_request, response) => answerStarting(response));
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.removeListener("error", reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function answerStarting(response: ServerResponse): void {
  response.writeHead(503, { "retry-after": "1", "content-type": "text/plain", "cache-control": "no-store" });
  response.end("Plumbline is starting. Please try again in a moment.");
}
