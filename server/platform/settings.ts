import { resolve } from "node:path";
import { z } from "zod";

const port = z.coerce.number().int().min(0).max(65_535);
const flag = (otherwise: boolean) =>
  z
    .enum(["true", "false", "1", "0", "on", "off"])
    .default(otherwise ? "true" : "false")
    .transform((text) => ["true", "1", "on"].includes(text));

const Environment = z.object({
  NODE_ENV: z.enum(["production", "development", "test"]).default("development"),
  PORT: port.default(3000),
  HOST: z.string().default("127.0.0.1"),
  PUBLIC_URL: z.url().optional(),
  DATABASE_URL: z.url().optional(),
  DATA_DIR: z.string().default("./data"),
  REDIS_URL: z.url().optional(),
  SMTP_URL: z.url().optional(),
  MAIL_FROM: z.string().default("Plumbline <hello@plumbline.test>"),
  TEAM_EMAIL: z.string().default("team@plumbline.test"),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_CLIENT_ID: z.string().optional(),
  CONTENT_URL: z.url().optional(),
  DEMO: flag(true),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).optional(),
  RATE_LIMIT: z.enum(["on", "off"]).default("on"),
  TRUST_PROXY: flag(false),
});

export type Settings = {
  production: boolean;
  development: boolean;
  port: number;
  host: string;
  /** Where people reach us, without a slash at the end; links in e-mails start with it. */
  publicUrl: string;
  databaseUrl: string | null;
  /** Absolute; the embedded database, the files and the sandbox's state live in it. */
  dataDirectory: string;
  redisUrl: string | null;
  smtpUrl: string | null;
  mailFrom: string;
  teamEmail: string;
  /** Null means the sandbox stands in for the provider. */
  stripe: { secretKey: string; publishableKey: string; webhookSecret: string; clientId: string } | null;
  contentUrl: string | null;
  /** No CONTENT_URL: the sandbox stands in for the content service, on our own origin. */
  contentEmbedded: boolean;
  demo: boolean;
  logLevel: string;
  rateLimit: boolean;
  trustProxy: boolean;
};

/** Everything that is wrong with the environment at once, one line each. */
export class BadSettings extends Error {
  readonly complaints: readonly string[];
  constructor(complaints: readonly string[]) {
    super(`These settings need attention:\n${complaints.map((line) => `  - ${line}`).join("\n")}`);
    this.complaints = complaints;
  }
}

/**
 * Reads the settings of decision 44 from an environment. Production refuses demo data, the sandbox and RATE_LIMIT=off
 * (house rule 16). Throws BadSettings with every complaint together.
 */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = Environment.safeParse(given);
  if (!parsed.success)
    throw new BadSettings(parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`));
  const env = parsed.data;
  const production = env.NODE_ENV === "production";
  const complaints: string[] = [];

  const keys = {
    STRIPE_SECRET_KEY: env.STRIPE_SECRET_KEY,
    STRIPE_PUBLISHABLE_KEY: env.STRIPE_PUBLISHABLE_KEY,
    STRIPE_WEBHOOK_SECRET: env.STRIPE_WEBHOOK_SECRET,
    STRIPE_CLIENT_ID: env.STRIPE_CLIENT_ID,
  };
  const missingKeys = Object.entries(keys).flatMap(([name, value]) => (value ? [] : [name]));
  if (missingKeys.length > 0 && (production || missingKeys.length < 4))
    for (const name of missingKeys)
      complaints.push(`${name} is missing: the card provider needs all four STRIPE_* settings`);
  if (production) {
    if (!env.DATABASE_URL) complaints.push("DATABASE_URL is missing: production runs on PostgreSQL");
    if (!env.SMTP_URL) complaints.push("SMTP_URL is missing: production sends real e-mail");
    if (!env.PUBLIC_URL) complaints.push("PUBLIC_URL is missing: links in e-mails start with it");
    if (environment["DEMO"] && env.DEMO) complaints.push("DEMO must be off in production");
    if (env.RATE_LIMIT === "off") complaints.push("RATE_LIMIT must be on in production");
  }
  if (complaints.length > 0) throw new BadSettings(complaints);

  return {
    production,
    development: env.NODE_ENV === "development",
    port: env.PORT,
    host: env.HOST,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, ""),
    databaseUrl: env.DATABASE_URL ?? null,
    dataDirectory: resolve(env.DATA_DIR),
    redisUrl: env.REDIS_URL ?? null,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM,
    teamEmail: env.TEAM_EMAIL,
    stripe:
      missingKeys.length === 0
        ? {
            secretKey: env.STRIPE_SECRET_KEY as string,
            publishableKey: env.STRIPE_PUBLISHABLE_KEY as string,
            webhookSecret: env.STRIPE_WEBHOOK_SECRET as string,
            clientId: env.STRIPE_CLIENT_ID as string,
          }
        : null,
    contentUrl: env.CONTENT_URL?.replace(/\/$/, "") ?? null,
    contentEmbedded: !env.CONTENT_URL,
    demo: env.DEMO && !production,
    // Somebody at a terminal wants the address and what goes wrong; an operator wants a line per answer.
    logLevel: env.LOG_LEVEL ?? (production ? "info" : "warn"),
    rateLimit: env.RATE_LIMIT === "on",
    trustProxy: env.TRUST_PROXY,
  };
}
