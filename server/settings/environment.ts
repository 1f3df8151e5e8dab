import { z } from "zod";
import {
  clamdAddress,
  databaseAddress,
  databaseAddresses,
  flag,
  headerSecret,
  hosts,
  listeningHost,
  mailbox,
  natsAddress,
  oneOf,
  pairs,
  redisAddress,
  sentryAddress,
  share,
  siteAddress,
  smtpAddress,
  webAddress,
  wholeNumber,
} from "./values.ts";

export const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

/** Every setting by its name, as the environment or a file has it. */
export const Environment = z.object({
  NODE_ENV: oneOf(["production", "development", "test"]).default("development"),
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: listeningHost.default("127.0.0.1"),
  PUBLIC_URL: siteAddress.optional(),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_DIRECT_URL: databaseAddress.optional(),
  DATABASE_REPLICA_URL: databaseAddresses,
  DATA_DIR: z.string().default("./data"),
  REDIS_URL: redisAddress.optional(),
  NATS_URL: natsAddress.optional(),
  ANYCABLE_SECRET: z.string().min(24, "must have at least 24 characters: openssl rand -hex 24").optional(),
  ANYCABLE_HTTP_BROADCAST_URL: webAddress.optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "is no bucket's name: 3 to 63 small letters, digits, dots and hyphens")
    .optional(),
  S3_ENDPOINT: webAddress.optional(),
  S3_REGION: z
    .string()
    .regex(/^[\w-]+$/, "is no region's name, such as eu-west-2")
    .optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_DOWNLOADS: oneOf(["direct", "through"]).default("direct"),
  CLAMD_ADDRESS: clamdAddress.optional(),
  SMTP_URL: smtpAddress.optional(),
  MAIL_FROM: mailbox.prefault("Plumbline <hello@plumbline.test>"),
  TEAM_EMAIL: mailbox.prefault("team@plumbline.test"),
  REPLY_ADDRESS: z
    .email("is not a plain e-mail address, such as replies@reply.company.co.uk")
    .max(60, "is longer than 60 characters, which leaves no room for a conversation's part")
    .optional(),
  INBOUND_MAIL_SECRET: headerSecret.optional(),
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
  LOG_LEVEL: oneOf(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).optional(),
  APPEAL_DAYS: wholeNumber(1, 60).default(7),
  RATE_LIMIT: oneOf(["on", "off"]).default("on"),
  STAFF_TWO_STEP: oneOf(["required", "optional"]).optional(),
  TRUST_PROXY: z.string().default("false"),
  METRICS_TOKEN: headerSecret.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: pairs.optional(),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_RESOURCE_ATTRIBUTES: pairs.optional(),
  OTEL_TRACES_SAMPLER: oneOf(samplers).default("parentbased_always_on"),
  OTEL_TRACES_SAMPLER_ARG: share.default(1),
  OTEL_BSP_SCHEDULE_DELAY: wholeNumber(1, 3_600_000).default(5000),
  OTEL_BSP_MAX_QUEUE_SIZE: wholeNumber(1, 100_000).default(2048),
  SENTRY_DSN: sentryAddress.optional(),
});

/** The names of all settings. Each may also be given as the path of a file, in `NAME_FILE`. */
export const settingNames = Object.keys(Environment.shape);
