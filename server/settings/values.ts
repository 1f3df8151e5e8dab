import { isIP } from "node:net";
import { z } from "zod";
import { parseNatsAddress, parseRedisAddress } from "../bus/addresses.ts";
import { parseClamdAddress } from "../files/clamd-address.ts";

// What single settings may be.

/** A whole number in digits. */
export const wholeNumber = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .trim()
    .regex(/^\d{1,9}$/, error)
    .transform(Number)
    .refine((number) => number >= least && number <= most, error);
};

const shareError = "must be a number from 0 to 1";
export const share = z.coerce.number(shareError).min(0, shareError).max(1, shareError);

/** One of a few words. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, `must be one of ${words.join(", ")}`);

/** A switch: true, 1 and on, or false, 0 and off; `otherwise` when it is not set. */
export const flag = (otherwise: boolean) =>
  oneOf(["true", "false", "1", "0", "on", "off"])
    .default(otherwise ? "true" : "false")
    .transform((text) => ["true", "1", "on"].includes(text));

/** An address, and the name that is shown with it; empty for none. */
export type Mailbox = { name: string; address: string };

/** One e-mail address with an optional display name. Line breaks are refused because they would inject a header. */
const address = /^(?:[^<>\r\n]*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/;
export const webAddress = z.url({
  protocol: /^https?$/,
  error: "must be an address that begins with https:// or http://",
});
/** An address and nothing behind it: the pages' and the API's paths are fixed. */
export const siteAddress = webAddress.refine((text) => {
  if (!URL.canParse(text)) return true;
  const { origin, href } = new URL(text);
  return href === `${origin}/`;
}, "must end after the host, as https://advisors.example.com does: we cannot run below a path");

/** An IP address or a host's name, to listen at. */
export const listeningHost = z
  .string()
  .trim()
  .refine(
    (text) => isIP(text) !== 0 || /^[a-z0-9]([\w.-]*[a-z0-9])?$/i.test(text),
    "must be an address of this machine or its name, such as 127.0.0.1, 0.0.0.0 or ::1, without a port",
  );

/** A secret that travels in an HTTP header. */
export const headerSecret = z
  .string()
  .regex(/^[!-~][ -~]{22,}[!-~]$/, "must have at least 24 characters, without accents: openssl rand -hex 24");

export const mailbox = z
  .string()
  .regex(address, "is not an e-mail address: write name@company.co.uk, or Name <name@company.co.uk>")
  .transform((text): Mailbox => {
    const [, name = "", bare = text] = /^(.*)<(.*)>$/.exec(text) ?? [];
    return { name: name.trim().replace(/^"(.*)"$/, "$1"), address: bare };
  });

const list = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split(",")
      .map((each) => each.trim())
      .filter(Boolean),
  );

export const hosts = list.pipe(
  z.array(
    z
      .string()
      .toLowerCase()
      .regex(/^[a-z0-9.-]+(:\d+)?$/, "must be host names, separated by commas"),
  ),
);

/** Refuses what would make a host of a part of the password, which errors quote, or a password that cannot be decoded. */
const soundCredentials = (text: string) => {
  if (text.includes("#") || !URL.canParse(text)) return false;
  try {
    decodeURIComponent(`${new URL(text).username}${new URL(text).password}`);
    return true;
  } catch {
    return false;
  }
};

const encoded = "write @, /, :, # and % in a password as %40, %2F, %3A, %23 and %25";
const postgresAddress = (error: string) =>
  z.url({ protocol: /^postgres(ql)?$/, error, abort: true }).refine(soundCredentials, error);

export const databaseAddress = postgresAddress(`is not like postgres://user:password@host:5432/database; ${encoded}`);
export const databaseAddresses = list.pipe(
  z.array(postgresAddress("must be addresses like postgres://…, separated by commas")),
);

/** The address of a mail server. */
const smtpError = `is not like smtp://user:password@host:587 or smtps://…:465; ${encoded}`;
export const smtpAddress = z
  .url({ protocol: /^smtps?$/, hostname: /./, error: smtpError, abort: true })
  .refine(soundCredentials, smtpError);

const pairsError = "must be like name=value,other=value; write a comma in a value as %2C";
/** A list of OpenTelemetry: names and percent-encoded values. */
export const pairs = z.string().transform((text, context) => {
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

export const sentryAddress = z
  .url({
    protocol: /^https?$/,
    error: "is not like https://key@host/1: copy it from the project's client keys",
    abort: true,
  })
  .refine(
    (text) => /^https?:\/\/\w+(:\w+)?@[^/]+\/(?:\S+\/)?\d+$/.test(text),
    "is not like https://key@host/1: copy it from the project's client keys",
  );

/** A setting that `parse` reads; `error` says what it has to be like, and does not quote it: it may have a password. */
const parsedBy = <Parsed>(parse: (text: string) => Parsed | null, error: string) =>
  z.string().transform((text, context) => {
    const parsed = parse(text);
    if (parsed === null) context.addIssue(error);
    return parsed ?? z.NEVER;
  });

export const clamdAddress = parsedBy(
  parseClamdAddress,
  "is neither a host with a port (clamav:3310) nor the path of a socket (/run/clamav/clamd.ctl)",
);

const encode = "write @, /, : and a comma in a password as %40, %2F, %3A and %2C";
export const redisAddress = parsedBy(
  parseRedisAddress,
  `is not like redis://user:password@host:6379, redis+sentinel://user:password@host:26379,host:26379/primary or redis+cluster://user:password@host:6379,host:6379, or with TLS rediss://…; ${encode}`,
);
export const natsAddress = parsedBy(
  parseNatsAddress,
  `is not like nats://user:password@host:4222, nats://token@host or tls://…, with several servers of one kind separated by commas and one user; ${encode}`,
);

/** Parses TRUST_PROXY (decision 57); null when it is invalid. */
export function parseTrustProxy(text: string): boolean | number | string[] | null {
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
