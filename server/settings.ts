import { isIP } from "node:net";
import { resolve } from "node:path";
import { z } from "zod";
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

const smtpUrlError =
  "is not like smtp://user:password@host:587 or smtps://…:465; write @, / and : in a password as %40, %2F and %3A";

const Environment = z.object({
  NODE_ENV: z.enum(["production", "development", "test"]).default("development"),
  PORT: port.default(3000),
  HOST: z.string().default("127.0.0.1"),
  PUBLIC_URL: webAddress.optional(),
  DATABASE_URL: z.url().optional(),
  DATA_DIR: z.string().default("./data"),
  REDIS_URL: z.url().optional(),
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
});

/** Every setting there is. Each may also be given as the path of a file, in `NAME_FILE`. */
export const settingNames = Object.keys(Environment.shape);

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
  /** Absolute path of the folder that holds the embedded database, the uploaded files and the sandbox's state. */
  dataDirectory: string;
  redisUrl: string | null;
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
  const [set, missing] = given["REPLY_ADDRESS"]
    ? ["REPLY_ADDRESS", "INBOUND_MAIL_SECRET"]
    : ["INBOUND_MAIL_SECRET", "REPLY_ADDRESS"];
  return given[set as string] && !given[missing as string] ? [`${missing} is missing: ${set} needs it`] : [];
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
    databaseUrl: env.DATABASE_URL ?? null,
    dataDirectory: resolve(env.DATA_DIR),
    redisUrl: env.REDIS_URL ?? null,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM,
    teamEmail: env.TEAM_EMAIL,
    replies:
      env.REPLY_ADDRESS && env.INBOUND_MAIL_SECRET
        ? { address: env.REPLY_ADDRESS, secret: env.INBOUND_MAIL_SECRET }
        : null,
    stripe: env.STRIPE_SECRET_KEY
      ? {
          secretKey: env.STRIPE_SECRET_KEY as string,
          publishableKey: env.STRIPE_PUBLISHABLE_KEY as string,
          webhookSecret: env.STRIPE_WEBHOOK_SECRET as string,
          // Stripe's command line tool signs both kinds with one secret; real endpoints have one secret each.
          connectWebhookSecret: env.STRIPE_CONNECT_WEBHOOK_SECRET ?? (env.STRIPE_WEBHOOK_SECRET as string),
          clientId: env.STRIPE_CLIENT_ID as string,
          apiBase: env.STRIPE_API_BASE?.replace(/\/$/, "") ?? null,
        }
      : null,
    contentUrl: contentEmbedded ? null : (env.CONTENT_URL as string).replace(/\/$/, ""),
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

/**
 * Reads where data is stored, for commands that need no other setting: the database's URL (null for the embedded one)
 * and the absolute data folder. Throws BadSettings.
 */
export function readStorage(environment: Record<string, string | undefined>) {
  const { given, errors } = givenSettings(environment, ["DATABASE_URL", "DATA_DIR"]);
  const parsed = Environment.pick({ DATABASE_URL: true, DATA_DIR: true }).safeParse(given);
  if (!parsed.success || errors.length > 0)
    throw new BadSettings([
      ...errors,
      ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join(".")}: ${issue.message}`),
    ]);
  return { databaseUrl: parsed.data.DATABASE_URL ?? null, dataDirectory: resolve(parsed.data.DATA_DIR) };
}
