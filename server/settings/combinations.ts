// What settings need of each other. Each function returns a sentence for every fault.

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
export function productionErrors(given: Record<string, string>): string[] {
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

/** What the provider's keys begin with, and what they are then. */
const keyKinds = [
  ["sk_", "a secret key"],
  ["rk_", "a secret key"],
  ["pk_", "a publishable key"],
  ["whsec_", "the secret of a webhook endpoint"],
  ["ca_", "the id of a Connect platform"],
] as const;
const keyKindOf = (key: string) => keyKinds.find(([prefix]) => key.startsWith(prefix))?.[1];
const expectedKind = {
  STRIPE_SECRET_KEY: "a secret key",
  STRIPE_PUBLISHABLE_KEY: "a publishable key",
  STRIPE_WEBHOOK_SECRET: "the secret of a webhook endpoint",
  STRIPE_CONNECT_WEBHOOK_SECRET: "the secret of a webhook endpoint",
  STRIPE_CLIENT_ID: "the id of a Connect platform",
} as const;

/** A sentence for each of the provider's keys that is in another one's setting: a secret could reach every browser. */
export const swappedKeyErrors = (given: Record<string, string>): string[] =>
  Object.entries(expectedKind).flatMap(([name, expected]) => {
    const kind = keyKindOf(given[name] ?? "");
    return kind && kind !== expected ? [`${name}: holds ${kind}, and needs ${expected}`] : [];
  });

/**
 * In production all STRIPE_* settings are needed, elsewhere all or none. A live key never goes to a stand-in (decision
 * 58).
 */
export function stripeErrors(given: Record<string, string>, production: boolean): string[] {
  const needed = production || Object.keys(given).some((name) => /^STRIPE_./.test(name));
  const errors = stripeSettings.flatMap((name) =>
    needed && !given[name] ? [`${name} is missing: the card provider needs all the STRIPE_* settings`] : [],
  );
  if (given["STRIPE_API_BASE"] && /^[sr]k_live_/.test(given["STRIPE_SECRET_KEY"] ?? ""))
    errors.push("STRIPE_API_BASE would hand the live STRIPE_SECRET_KEY to another host: unset one of the two");
  return errors;
}

/** The card sandbox listens at the port after ours. */
export const sandboxPortErrors = (given: Record<string, string>): string[] =>
  given["PORT"]?.trim() === "65535" && !given["STRIPE_SECRET_KEY"]
    ? ["PORT: must be below 65535, because the card sandbox takes the next port"]
    : [];

/** Settings of which neither is of use without the other. */
const together = [
  ["REPLY_ADDRESS", "INBOUND_MAIL_SECRET"],
  ["ANYCABLE_SECRET", "ANYCABLE_HTTP_BROADCAST_URL"],
] as const;

/** A sentence for every setting that is given without the one that it needs. */
export const pairErrors = (given: Record<string, string>): string[] =>
  together.flatMap(([one, other]) => {
    if (!given[one] === !given[other]) return [];
    const [set, missing] = given[one] ? [one, other] : [other, one];
    return [`${missing} is missing: ${set} needs it`];
  });

const besideDatabaseUrl = {
  DATABASE_DIRECT_URL: "DATABASE_DIRECT_URL is its address past a pooler",
  DATABASE_REPLICA_URL: "DATABASE_REPLICA_URL names its replicas",
} as const;

/**
 * A sentence for each of these that is given without DATABASE_URL, because the embedded database would be used then.
 */
export const databaseErrors = (given: Record<string, string>): string[] =>
  Object.entries(besideDatabaseUrl).flatMap(([name, why]) =>
    given[name] && !given["DATABASE_URL"] ? [`DATABASE_URL is missing: ${why}`] : [],
  );

/** Redis and NATS exclude each other. */
export const busErrors = (given: Record<string, string>): string[] =>
  given["REDIS_URL"] && given["NATS_URL"]
    ? ["REDIS_URL and NATS_URL are both set, and one of them carries live updates: unset the other"]
    : [];

/**
 * Files on S3 need a bucket, a region unless an endpoint is named, and both halves of an access key or neither
 * (ADR-040).
 */
export function s3Errors(given: Record<string, string>, production: boolean): string[] {
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
