import { isIP } from "node:net";
import { resolve } from "node:path";
import { present } from "@plumbline/contract/present.ts";
import { z } from "zod";
import { type ClamdAddress, parseClamdAddress } from "./files/clamd-address.ts";
import { givenSettings } from "./secret-files.ts";

const port = z.coerce.number().int().min(0).max(65_535);
const flag = (otherwise: boolean) =>
  z
    .enum(["true", "false", "1", "0", "on", "off"])
    .default(otherwise ? "true" : "false")
    .transform((text) => ["true", "1", "on"].includes(text));

/** One e-mail address with an optional display name. Line breaks are refused because they would inject a header. */
const address = /^(?:[^<>\r\n]*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/;
const webAddress = z.url({ protocol: /^https?$/, error: "must be an address that begins with https:// or http://" });
const mailbox = z
  .string()
  .regex(address, "is not an e-mail address: write name@company.co.uk, or Name <name@company.co.uk>");

const hosts = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split(",")
      .map((host) => host.trim().toLowerCase())
      .filter(Boolean),
  )
  .pipe(z.array(z.string().regex(/^[a-z0-9.-]+(:\d+)?$/, "must be host names, separated by commas")));

const databaseAddresses = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split(",")
      .map((each) => each.trim())
      .filter(Boolean),
  )
  .pipe(
    z.array(z.url({ protocol: /^postgres(ql)?$/, error: "must be addresses like postgres://…, separated by commas" })),
  );

const smtpUrlError =
  "is not like smtp://user:password@host:587 or smtps://…:465; write @, / and : in a password as %40, %2F and %3A";

const pairsError = "must be like name=value,other=value; write a comma in a value as %2C";
/** A list of OpenTelemetry: names and percent-encoded values. */
const pairs = z.string().transform((text, context) => {
  const found: Record<string, string> = {};
  for (const pair of text.split(",").filter((each) => each.trim())) {
    const [, name = "", value = ""] = /^\s*([\w.-]+)\s*=\s*([^\s,]*(?: [^\s,]+)*)\s*$/.exec(pair) ?? [];
    try {
      found[name] = decodeURIComponent(value);
    } catch {
      delete found[name];
    }
    if (!name || !(name in found)) {
      context.addIssue(pairsError);
      return z.NEVER;
    }
  }
  return found;
});

const sentryAddress = z
  .url({ protocol: /^https?$/, error: "is not like https://key@host/1: copy it from the project's client keys" })
  .refine(
    (text) => /^https?:\/\/\w+(:\w+)?@[^/]+\/(?:\S+\/)?\d+$/.test(text),
    "is not like https://key@host/1: copy it from the project's client keys",
  );

const clamdAddress = z.string().transform((text, context) => {
  const parsed = parseClamdAddress(text);
  if (!parsed)
    context.addIssue("is neither a host with a port (clamav:3310) nor the path of a socket (/run/clamav/clamd.ctl)");
  return parsed ?? z.NEVER;
});

const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

const Environment = z.object({
  NODE_ENV: z.enum(["production", "development", "test"]).default("development"),
  PORT: port.default(3000),
  HOST: z.string().default("127.0.0.1"),
  PUBLIC_URL: webAddress.optional(),
  DATABASE_URL: z.url().optional(),
  DATABASE_DIRECT_URL: z.url().optional(),
  DATABASE_REPLICA_URL: databaseAddresses,
  DATA_DIR: z.string().default("./data"),
  REDIS_URL: z.url().optional(),
  ANYCABLE_SECRET: z.string().min(24, "must have at least 24 characters: openssl rand -hex 24").optional(),
  ANYCABLE_HTTP_BROADCAST_URL: webAddress.optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "is no bucket's name: 3 to 63 small letters, digits, dots and hyphens")
    .optional(),
  S3_ENDPOINT: webAddress.optional(),
  S3_REGION: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_DOWNLOADS: z.enum(["direct", "through"]).default("direct"),
  CLAMD_ADDRESS: clamdAddress.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: smtpUrlError }).optional(),
  MAIL_FROM: mailbox.default("Plumbline <hello@plumbline.test>"),
  TEAM_EMAIL: mailbox.default("team@plumbline.test"),
  REPLY_ADDRESS: z
    .email("is not a plain e-mail address, such as replies@reply.company.co.uk")
    .max(60, "is longer than 60 characters, which leaves no room for a conversation's part")
    .optional(),
  INBOUND_MAIL_SECRET: z.string().min(24, "has to have at least 24 characters").optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_CONNECT_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_CLIENT_ID: z.string().optional(),
  STRIPE_API_BASE: webAddress.optional(),
  CONTENT_URL: z.literal("embedded").or(webAddress).optional(),
  CONTENT_IMAGE_HOSTS: hosts,
  CONTENT_REDIRECT_HOSTS: hosts,
  DEMO: flag(true),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).optional(),
  APPEAL_DAYS: z.coerce.number().int().min(1).max(60).default(7),
  RATE_LIMIT: z.enum(["on", "off"]).default("on"),
  STAFF_TWO_STEP: z.enum(["required", "optional"]).optional(),
  TRUST_PROXY: z.string().default("false"),
  METRICS_TOKEN: z.string().min(24, "must have at least 24 characters: openssl rand -hex 24").optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: pairs.optional(),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_RESOURCE_ATTRIBUTES: pairs.optional(),
  OTEL_TRACES_SAMPLER: z.enum(samplers).default("parentbased_always_on"),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  OTEL_BSP_SCHEDULE_DELAY: z.coerce.number().int().min(1).default(5000),
  OTEL_BSP_MAX_QUEUE_SIZE: z.coerce.number().int().min(1).max(100_000).default(2048),
  SENTRY_DSN: sentryAddress.optional(),
});

/** Every setting there is. Each may also be given as the path of a file, in `NAME_FILE`. */
export const settingNames = Object.keys(Environment.shape);

/** The bucket that keeps the files. */
export type S3Settings = {
  bucket: string;
  /** The address of a service other than AWS, without a trailing slash. */
  endpoint: string | null;
  region: string;
  /** Null where the machine's role says who we are, or whatever else the SDK looks for. */
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
  redisUrl: string | null;
  /** The AnyCable that holds the sockets, and the secret that it shares with us; null when we hold them (ADR-055). */
  anycable: { secret: string; broadcastUrl: string } | null;
  /** Null when files are kept in the data folder. */
  s3: S3Settings | null;
  /** Where the virus scanner listens; null when nobody looks at uploads (ADR-042). */
  clamd: ClamdAddress | null;
  smtpUrl: string | null;
  mailFrom: string;
  teamEmail: string;
  /** Where answers to our correspondence arrive, and the secret of whoever hands them to us; null when they go to the team. */
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
  /** Within so many days an appeal is decided; the member sees the clock. */
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

const requiredInProduction = {
  DATABASE_URL: "production runs on PostgreSQL",
  SMTP_URL: "production sends real e-mail",
  PUBLIC_URL: "links in e-mails start with it",
  MAIL_FROM: "the address that your members' e-mails come from",
  TEAM_EMAIL: "the mailbox in which your team reads what members write to it",
  STRIPE_CONNECT_WEBHOOK_SECRET: "the endpoint for connected accounts has a secret of its own",
  CONTENT_URL:
    "your WordPress site. The copy that comes with Plumbline invents events, insights and legal texts: write CONTENT_URL=embedded only once you have made it your own",
} as const;

const addressSettings = ["MAIL_FROM", "TEAM_EMAIL", "PUBLIC_URL", "SMTP_URL", "CONTENT_URL"] as const;
const hostOf = (value: string) => (URL.canParse(value) ? new URL(value).hostname : value.replace(/^.*@|>$/g, ""));

/** Whether an address belongs to the demo data: names that end in .test cannot be registered (RFC 6761). */
const isDemoAddress = (value: string) => /(^|\.)plumbline\.test$/i.test(hostOf(value));

/** The errors that apply in production only: missing settings, demo addresses and demo switches. */
function productionErrors(given: Record<string, string>): string[] {
  const missing = Object.entries(requiredInProduction).flatMap(([name, why]) =>
    given[name] ? [] : [`${name} is missing: ${why}`],
  );
  const invented = addressSettings.flatMap((name) =>
    isDemoAddress(given[name] ?? "") ? [`${name} is an invented address (plumbline.test): set one of your own`] : [],
  );
  if (["true", "1", "on"].includes(given["DEMO"] ?? "")) invented.push("DEMO must be off in production");
  if (given["RATE_LIMIT"] === "off") invented.push("RATE_LIMIT must be on in production");
  return [...missing, ...invented];
}

const stripeSettings = [
  "STRIPE_SECRET_KEY",
  "STRIPE_PUBLISHABLE_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "STRIPE_CLIENT_ID",
] as const;

function stripeErrors(given: Record<string, string>, production: boolean): string[] {
  const needed = production || Object.keys(given).some((name) => /^STRIPE_./.test(name));
  const errors = stripeSettings.flatMap((name) =>
    needed && !given[name] ? [`${name} is missing: the card provider needs all the STRIPE_* settings`] : [],
  );
  if (given["STRIPE_API_BASE"] && /^[sr]k_live_/.test(given["STRIPE_SECRET_KEY"] ?? ""))
    errors.push("STRIPE_API_BASE would hand the live STRIPE_SECRET_KEY to another host: unset one of the two");
  return errors;
}

function replyErrors(given: Record<string, string>): string[] {
  const { REPLY_ADDRESS: address, INBOUND_MAIL_SECRET: secret } = given;
  if (address && !secret) return ["INBOUND_MAIL_SECRET is missing: REPLY_ADDRESS needs it"];
  return secret && !address ? ["REPLY_ADDRESS is missing: INBOUND_MAIL_SECRET needs it"] : [];
}

function anycableErrors(given: Record<string, string>): string[] {
  const { ANYCABLE_SECRET: secret, ANYCABLE_HTTP_BROADCAST_URL: url } = given;
  if (secret && !url) return ["ANYCABLE_HTTP_BROADCAST_URL is missing: ANYCABLE_SECRET needs it"];
  return url && !secret ? ["ANYCABLE_SECRET is missing: ANYCABLE_HTTP_BROADCAST_URL needs it"] : [];
}

function s3Errors(given: Record<string, string>, production: boolean): string[] {
  const errors: string[] = [];
  const set = Object.keys(given).find((name) => /^S3_./.test(name) && name !== "S3_BUCKET");
  if (set && !given["S3_BUCKET"]) return [`S3_BUCKET is missing: ${set} needs it`];
  if (given["S3_BUCKET"] && !given["S3_ENDPOINT"] && !given["S3_REGION"])
    errors.push("S3_REGION is missing: AWS keeps each bucket in one, such as eu-west-2");
  const [id, secret] = [given["S3_ACCESS_KEY_ID"], given["S3_SECRET_ACCESS_KEY"]];
  if (!id !== !secret)
    errors.push(
      `${id ? "S3_SECRET_ACCESS_KEY" : "S3_ACCESS_KEY_ID"} is missing: set both, or neither where the machine has a role`,
    );
  if (production && given["S3_ENDPOINT"]?.startsWith("http:") && given["S3_DOWNLOADS"] !== "through")
    errors.push(
      "S3_ENDPOINT is not https, and browsers refuse downloads from there: set S3_DOWNLOADS=through, or an https address",
    );
  return errors;
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
  PUBLIC_URL: z.url("is missing: webhooks come to it"),
  STRIPE_API_BASE: webAddress.optional(),
});

/** Reads the settings of `npm run stripe-setup`, which runs before webhook secrets exist. Throws BadSettings. */
export function readSetupSettings(environment: Record<string, string | undefined>) {
  const { given, errors } = givenSettings(environment, Object.keys(SetupEnvironment.shape));
  if (errors.length > 0) throw new BadSettings(errors);
  const { data, error } = SetupEnvironment.safeParse(given);
  if (!data) throw new BadSettings(error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`));
  const trimmed = (address: string) => address.replace(/\/$/, "");
  return {
    secretKey: data.STRIPE_SECRET_KEY,
    publicUrl: trimmed(data.PUBLIC_URL),
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
    ...replyErrors(given),
    ...anycableErrors(given),
    ...databaseErrors(given),
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
  const contentEmbedded = !env.CONTENT_URL || env.CONTENT_URL === "embedded";

  return {
    production,
    development: env.NODE_ENV === "development",
    port: env.PORT,
    host: env.HOST,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, ""),
    secure: production || !!env.PUBLIC_URL?.startsWith("https:"),
    ...databaseOf(env),
    databaseReplicaUrls: env.DATABASE_REPLICA_URL,
    dataDirectory: resolve(env.DATA_DIR),
    redisUrl: env.REDIS_URL ?? null,
    anycable:
      env.ANYCABLE_SECRET && env.ANYCABLE_HTTP_BROADCAST_URL
        ? { secret: env.ANYCABLE_SECRET, broadcastUrl: env.ANYCABLE_HTTP_BROADCAST_URL }
        : null,
    s3: s3Of(env),
    clamd: env.CLAMD_ADDRESS ?? null,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM,
    teamEmail: env.TEAM_EMAIL,
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

/** Parses TRUST_PROXY (decision 57); null when it is invalid. */
function parseTrustProxy(text: string): Settings["trustProxy"] | null {
  if (["false", "off", "0"].includes(text)) return false;
  if (["true", "on"].includes(text)) return true;
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const listed = text.split(",").map((each) => each.trim());
  return listed.every(isNetwork) ? listed : null;
}

/** Whether the text is an IP address, a network in CIDR notation, or one of Fastify's named ranges. */
function isNetwork(text: string): boolean {
  if (["loopback", "linklocal", "uniquelocal"].includes(text)) return true;
  const [address = "", bits, ...more] = text.split("/");
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

type DatabaseNames = "DATABASE_URL" | "DATABASE_DIRECT_URL";

const databaseOf = ({ DATABASE_URL, DATABASE_DIRECT_URL }: Pick<z.infer<typeof Environment>, DatabaseNames>) => ({
  databaseUrl: DATABASE_URL ?? null,
  databaseDirectUrl: DATABASE_DIRECT_URL ?? DATABASE_URL ?? null,
});

const besideDatabaseUrl = {
  DATABASE_DIRECT_URL: "DATABASE_DIRECT_URL is its address past a pooler",
  DATABASE_REPLICA_URL: "DATABASE_REPLICA_URL names its replicas",
} as const;

/** Any of these alone is a mistake: without DATABASE_URL the embedded database would be used. */
const databaseErrors = (given: Record<string, string>): string[] =>
  Object.entries(besideDatabaseUrl).flatMap(([name, why]) =>
    given[name] && !given["DATABASE_URL"] ? [`DATABASE_URL is missing: ${why}`] : [],
  );

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
