import { resolve } from "node:path";
import { present } from "@plumbline/contract/present.ts";
import { z } from "zod";
import type { BusAddress } from "./bus/addresses.ts";
import type { ClamdAddress } from "./files/clamd-address.ts";
import { givenSettings } from "./secret-files.ts";
import {
  busErrors,
  databaseErrors,
  pairErrors,
  productionErrors,
  s3Errors,
  sandboxPortErrors,
  stripeErrors,
  swappedKeyErrors,
} from "./settings/combinations.ts";
import { Environment, type samplers, settingNames } from "./settings/environment.ts";
import { type Mailbox, parseTrustProxy, siteAddress, webAddress } from "./settings/values.ts";

/** The bucket that keeps the files. */
export type S3Settings = {
  bucket: string;
  /** The address of a service other than AWS, without a trailing slash. */
  endpoint: string | null;
  region: string;
  /** Null where the credentials are those of the machine's role, or others that the SDK finds by itself. */
  keys: { id: string; secret: string } | null;
  /** Whether people's browsers reach the bucket themselves, so that they fetch downloads from it (ADR-040). */
  direct: boolean;
};

export type Settings = {
  production: boolean;
  development: boolean;
  port: number;
  host: string;
  /** The public base URL without a trailing slash; links in e-mails start with it. */
  publicUrl: string;
  /** Whether the public URL is https: responses then carry Strict-Transport-Security. */
  secure: boolean;
  databaseUrl: string | null;
  /** The same database past a pooler: for LISTEN, locks, migrations and the commands (ADR-046). */
  databaseDirectUrl: string | null;
  /** Replicas of the database, for reads that may be stale (ADR-050). */
  databaseReplicaUrls: readonly string[];
  /** Absolute path of the folder that holds the embedded database, the uploaded files and the sandbox's state. */
  dataDirectory: string;
  /** The Redis or NATS that carries live updates between processes; null for PostgreSQL (ADR-017). */
  bus: BusAddress | null;
  /** The AnyCable that holds the sockets, and the secret that it shares with us; null when we hold them (ADR-055). */
  anycable: { secret: string; broadcastUrl: string } | null;
  /** Null when files are kept in the data folder. */
  s3: S3Settings | null;
  /** Where the virus scanner listens; null when uploads are not scanned (ADR-042). */
  clamd: ClamdAddress | null;
  smtpUrl: string | null;
  mailFrom: Mailbox;
  /** The address alone: our own e-mails to the team are for nobody by name. */
  teamEmail: string;
  /**
   * The address for answers to our correspondence, and the secret of the service that delivers them to us; null when
   * they go to the team's mailbox.
   */
  replies: { address: string; secret: string } | null;
  /** Null when the sandbox replaces the card provider. */
  stripe: {
    secretKey: string;
    publishableKey: string;
    /** Verifies webhooks about our own account; those about connected accounts have their own secret (decision 58). */
    webhookSecret: string;
    connectWebhookSecret: string;
    clientId: string;
    /** Base URL of another test server instead of the provider, without a trailing slash. */
    apiBase: string | null;
  } | null;
  contentUrl: string | null;
  /** True without CONTENT_URL or with "embedded": the sandbox serves the content on our own origin. */
  contentEmbedded: boolean;
  /** Hosts that images may load from, besides the content service's own. */
  contentImageHosts: readonly string[];
  /** Hosts that the content service may redirect to over https, besides its own. */
  contentRedirectHosts: readonly string[];
  demo: boolean;
  logLevel: string;
  /** How many days staff have to decide an appeal; the member sees the last day. */
  appealDays: number;
  rateLimit: boolean;
  /** Whether staff must sign in with two steps. */
  staffTwoStep: "required" | "optional";
  /** Which proxies X-Forwarded-For is accepted from: none, a number of hops, or a list of addresses and networks. */
  trustProxy: boolean | number | string[];
  /** Lets another machine's Prometheus read /metrics. */
  metricsToken: string | null;
  /** Where traces are sent, by the standard settings of OpenTelemetry; null when nothing is recorded (ADR-041). */
  tracing: {
    /** The collector's address for traces. */
    url: string;
    headers: Record<string, string>;
    serviceName: string | null;
    resource: Record<string, string>;
    sampler: (typeof samplers)[number];
    ratio: number;
    /** How long a span waits for others to be sent with, in milliseconds. */
    delay: number;
    /** Spans that wait for the collector; more are dropped. One has about a kilobyte. */
    maxWaiting: number;
  } | null;
  /** The Sentry-compatible address that unknown errors are reported to. */
  sentryDsn: string | null;
};

/** All validation errors of the environment together, one message each. */
export class BadSettings extends Error {
  readonly errors: readonly string[];
  constructor(errors: readonly string[]) {
    super(`These settings need attention:\n${errors.map((line) => `  - ${line}`).join("\n")}`);
    this.errors = errors;
  }
}

const s3Names = {
  S3_BUCKET: true,
  S3_ENDPOINT: true,
  S3_REGION: true,
  S3_ACCESS_KEY_ID: true,
  S3_SECRET_ACCESS_KEY: true,
  S3_DOWNLOADS: true,
} as const;

function s3Of(env: Pick<z.infer<typeof Environment>, keyof typeof s3Names>): S3Settings | null {
  if (!env.S3_BUCKET) return null;
  const [id, secret] = [env.S3_ACCESS_KEY_ID, env.S3_SECRET_ACCESS_KEY];
  return {
    bucket: env.S3_BUCKET,
    endpoint: env.S3_ENDPOINT?.replace(/\/$/, "") ?? null,
    // Services other than AWS mostly have one region, and call it by this name.
    region: env.S3_REGION ?? "us-east-1",
    keys: id && secret ? { id, secret } : null,
    direct: env.S3_DOWNLOADS === "direct",
  };
}

const SetupEnvironment = z.object({
  STRIPE_SECRET_KEY: z.string("is missing: the key of the account to set up"),
  PUBLIC_URL: z.string("is missing: webhooks come to it").pipe(siteAddress),
  STRIPE_API_BASE: webAddress.optional(),
});

/** Reads the settings of `npm run stripe-setup`, which runs before webhook secrets exist. Throws BadSettings. */
export function readSetupSettings(environment: Record<string, string | undefined>) {
  const { given, errors: unread } = givenSettings(environment, Object.keys(SetupEnvironment.shape));
  const errors = [...unread, ...swappedKeyErrors(given)];
  if (errors.length > 0) throw new BadSettings(errors);
  const { data, error } = SetupEnvironment.safeParse(given);
  if (!data) throw new BadSettings(error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`));
  const trimmed = (address: string) => address.replace(/\/$/, "");
  return {
    secretKey: data.STRIPE_SECRET_KEY,
    publicUrl: new URL(data.PUBLIC_URL).origin,
    apiBase: data.STRIPE_API_BASE ? trimmed(data.STRIPE_API_BASE) : null,
  };
}

/**
 * Reads and validates the settings of decision 44. Production refuses demo data, the sandbox and RATE_LIMIT=off
 * (rule 16). Throws BadSettings with every error.
 */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const { given, errors: unread } = givenSettings(environment, settingNames);
  const parsed = Environment.safeParse(given);
  const production = given["NODE_ENV"] === "production";
  const errors = [
    ...unread,
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join(".")}: ${issue.message}`),
    ...stripeErrors(given, production),
    ...swappedKeyErrors(given),
    ...sandboxPortErrors(given),
    ...pairErrors(given),
    ...databaseErrors(given),
    ...busErrors(given),
    ...s3Errors(given, production),
    ...(production ? productionErrors(given) : []),
  ];
  const trustProxy = parseTrustProxy(given["TRUST_PROXY"] ?? "false");
  if (trustProxy === null)
    errors.push(
      `TRUST_PROXY: "${given["TRUST_PROXY"]}" is neither a number of proxies nor a list of addresses and networks`,
    );
  if (trustProxy === true && production)
    errors.push(
      "TRUST_PROXY=true believes any address that a visitor writes: write how many proxies stand before us (TRUST_PROXY=1) or their addresses and networks (TRUST_PROXY=10.0.0.0/8,192.0.2.7)",
    );
  if (!parsed.success || trustProxy === null || errors.length > 0) throw new BadSettings(errors);
  const env = parsed.data;
  // As a browser writes it in Origin, so that the two can be compared.
  const publicUrl = new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).origin;
  const contentEmbedded = !env.CONTENT_URL || env.CONTENT_URL === "embedded";

  return {
    production,
    development: env.NODE_ENV === "development",
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    secure: production || publicUrl.startsWith("https:"),
    ...databaseOf(env),
    databaseReplicaUrls: env.DATABASE_REPLICA_URL,
    dataDirectory: resolve(env.DATA_DIR),
    bus: env.REDIS_URL ?? env.NATS_URL ?? null,
    anycable:
      env.ANYCABLE_SECRET && env.ANYCABLE_HTTP_BROADCAST_URL
        ? { secret: env.ANYCABLE_SECRET, broadcastUrl: env.ANYCABLE_HTTP_BROADCAST_URL }
        : null,
    s3: s3Of(env),
    clamd: env.CLAMD_ADDRESS ?? null,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM,
    teamEmail: env.TEAM_EMAIL.address,
    replies:
      env.REPLY_ADDRESS && env.INBOUND_MAIL_SECRET
        ? { address: env.REPLY_ADDRESS, secret: env.INBOUND_MAIL_SECRET }
        : null,
    stripe: env.STRIPE_SECRET_KEY
      ? {
          secretKey: env.STRIPE_SECRET_KEY,
          publishableKey: present(env.STRIPE_PUBLISHABLE_KEY, "STRIPE_PUBLISHABLE_KEY"),
          webhookSecret: present(env.STRIPE_WEBHOOK_SECRET, "STRIPE_WEBHOOK_SECRET"),
          // Stripe's command line tool signs both kinds with one secret; real endpoints have one secret each.
          connectWebhookSecret: present(env.STRIPE_CONNECT_WEBHOOK_SECRET ?? env.STRIPE_WEBHOOK_SECRET, "a secret"),
          clientId: present(env.STRIPE_CLIENT_ID, "STRIPE_CLIENT_ID"),
          apiBase: env.STRIPE_API_BASE?.replace(/\/$/, "") ?? null,
        }
      : null,
    contentUrl: contentEmbedded ? null : (env.CONTENT_URL?.replace(/\/$/, "") ?? null),
    contentEmbedded,
    contentImageHosts: env.CONTENT_IMAGE_HOSTS,
    contentRedirectHosts: env.CONTENT_REDIRECT_HOSTS,
    demo: env.DEMO && !production,
    // Development logs warnings only; production logs one line per response.
    logLevel: env.LOG_LEVEL ?? (production ? "info" : "warn"),
    appealDays: env.APPEAL_DAYS,
    rateLimit: env.RATE_LIMIT === "on",
    staffTwoStep: env.STAFF_TWO_STEP ?? (production ? "required" : "optional"),
    trustProxy,
    metricsToken: env.METRICS_TOKEN ?? null,
    tracing: env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          url: `${env.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, "")}/v1/traces`,
          headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {},
          serviceName: env.OTEL_SERVICE_NAME ?? null,
          resource: env.OTEL_RESOURCE_ATTRIBUTES ?? {},
          sampler: env.OTEL_TRACES_SAMPLER,
          ratio: env.OTEL_TRACES_SAMPLER_ARG,
          delay: env.OTEL_BSP_SCHEDULE_DELAY,
          maxWaiting: env.OTEL_BSP_MAX_QUEUE_SIZE,
        }
      : null,
    sentryDsn: env.SENTRY_DSN ?? null,
  };
}

type DatabaseNames = "DATABASE_URL" | "DATABASE_DIRECT_URL";

const databaseOf = ({ DATABASE_URL, DATABASE_DIRECT_URL }: Pick<z.infer<typeof Environment>, DatabaseNames>) => ({
  databaseUrl: DATABASE_URL ?? null,
  databaseDirectUrl: DATABASE_DIRECT_URL ?? DATABASE_URL ?? null,
});

const storageNames = { DATABASE_URL: true, DATABASE_DIRECT_URL: true, DATA_DIR: true, ...s3Names } as const;

/**
 * Reads where data is stored, for commands that need no other setting: the database's direct URL (null for the embedded
 * one), the absolute data folder, and the bucket of the files (null for the folder). Throws BadSettings.
 */
export function readStorage(environment: Record<string, string | undefined>) {
  const { given, errors } = givenSettings(environment, Object.keys(storageNames));
  const parsed = Environment.pick(storageNames).safeParse(given);
  const all = [
    ...errors,
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join(".")}: ${issue.message}`),
    ...databaseErrors(given),
    ...s3Errors(given, false),
  ];
  if (!parsed.success || all.length > 0) throw new BadSettings(all);
  const { DATA_DIR, DATABASE_URL, DATABASE_DIRECT_URL, ...s3 } = parsed.data;
  const { databaseDirectUrl } = databaseOf({ DATABASE_URL, DATABASE_DIRECT_URL });
  return { databaseUrl: databaseDirectUrl, dataDirectory: resolve(DATA_DIR), s3: s3Of(s3) };
}
