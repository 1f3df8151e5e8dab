import { passwordsIn } from "../settings/passwords.ts";

type Node = { host: string; port: number };
type User = { username: string; password: string } | null;
/** A Redis: one server, by its URL, a primary by its Sentinels, or nodes of a Cluster. */
export type RedisAddress = { secrets: readonly string[] } & (
  | { kind: "redis"; url: string }
  | { kind: "sentinel"; nodes: readonly Node[]; primary: string; tls: boolean; user: User; sentinelUser: User }
  | { kind: "cluster"; nodes: readonly Node[]; tls: boolean; user: User }
);
/**
 * The servers of one NATS, each as `host:port`, and how we sign in there: with a user and a password, with a token, or
 * not at all.
 */
export type NatsAddress = {
  kind: "nats";
  servers: readonly string[];
  tls: boolean;
  credentials: { user: string; password: string } | { token: string } | null;
  secrets: readonly string[];
};
/** What carries the bus instead of PostgreSQL. `secrets` are the texts that no log may have. */
export type BusAddress = RedisAddress | NatsAddress;

/**
 * Parses REDIS_URL: `redis://user:password@host:6379`, `redis+sentinel://user:password@host:26379,host/primary` or
 * `redis+cluster://user:password@host:6379,host`, each with TLS as `rediss`; null when it is none of these. The form of the
 * Sentinels is that of redis-sentinel-url, with `?sentinel_username=…&sentinel_password=…` if they have their own; a
 * database after the primary's name is left out, because publishing knows none.
 */
export function parseRedisAddress(text: string): RedisAddress | null {
  const several = /^redis(s?)\+(sentinel|cluster):\/\/(?:([^@/?#]*)@)?([^@/?#]+)([^?#]*)(?:\?([^#]*))?$/.exec(text);
  if (several) return severalNodes(text, several.slice(1));
  const url = urlOf(text);
  if (!url || !/^rediss?:$/.test(url.protocol)) return null;
  if (decoded(url.password) === null) return null;
  return { kind: "redis", url: text, secrets: passwordsIn(text) };
}

function severalNodes(text: string, [s, kind, userinfo, hosts = "", path = "", query]: string[]): RedisAddress | null {
  const urls = hosts.split(",").map((host) => urlOf(`redis://${host.trim()}`));
  const port = kind === "sentinel" ? 26_379 : 6379;
  const nodes = urls.flatMap((url) =>
    url?.hostname ? { host: bare(url.hostname), port: Number(url.port || port) } : [],
  );
  const [username = "", password = "", ...more] = (userinfo ?? "").split(":");
  const user = userOf(username, password);
  if (nodes.length < urls.length || user === undefined || more.length > 0) return null;
  const both = { nodes, tls: s === "s", user };
  const secrets = userinfo ? secretsOf(text, password, user?.password ?? "") : [];
  if (kind === "cluster") return /^\/?$/.test(path) && !query ? { kind, ...both, secrets } : null;
  const [, primary] = /^\/([\w.-]+)(?:\/\d+)?$/.exec(path) ?? [];
  const { sentinel_username: name = "", sentinel_password: word = "", ...others } = valuesOf(query ?? "");
  const sentinelUser = userOf(name, word);
  if (!primary || sentinelUser === undefined || Object.keys(others).length > 0) return null;
  if (sentinelUser) secrets.push(...secretsOf(text, word, sentinelUser.password));
  return { kind: "sentinel", ...both, primary, sentinelUser, secrets };
}

/** Names and values of a query as they are written. */
const valuesOf = (query: string): Record<string, string> =>
  Object.fromEntries(
    query
      .split("&")
      .filter(Boolean)
      .map((pair) => [pair.split("=", 1)[0] ?? "", pair.slice(pair.indexOf("=") + 1)]),
  );

/** Null without a user, undefined for a user without a password or with a faulty escape. */
function userOf(username: string, password: string): User | undefined {
  if (!username && !password) return null;
  const user = { username: decoded(username), password: decoded(password) };
  return user.password && user.username !== null ? { username: user.username, password: user.password } : undefined;
}

/** An IPv6 address without the brackets that it has in a URL. */
const bare = (host: string): string => host.replace(/^\[|\]$/g, "");

/**
 * Parses NATS_URL: `nats://user:password@host:4222`, `nats://token@host` or `tls://…`, and several servers separated by
 * commas, of which one has to say who we are. Null when it is none of these, or when they contradict each other.
 */
export function parseNatsAddress(text: string): NatsAddress | null {
  const parts = text.split(",").map((part) => part.trim());
  const scheme = /^(nats|tls):\/\//.exec(text.trim())?.[0];
  const urls = parts.map((part) => urlOf(part.includes("://") ? part : `${scheme}${part}`));
  const servers: string[] = [];
  const identities = new Map<string, { user: string; password: string; encoded: string }>();
  for (const url of urls) {
    if (!url?.hostname || `${url.protocol}//` !== scheme || !/^\/?$/.test(url.pathname) || url.search || url.hash)
      return null;
    servers.push(`${url.hostname}:${url.port || 4222}`);
    const [user, password] = [decoded(url.username), decoded(url.password)];
    if (user === null || password === null || (password && !user)) return null;
    const encoded = url.password || url.username;
    if (encoded) identities.set(`${url.username}:${url.password}`, { user, password, encoded });
  }
  if (identities.size > 1) return null;
  const [identity] = identities.values();
  const { user = "", password = "", encoded = "" } = identity ?? {};
  return {
    kind: "nats",
    servers,
    tls: scheme === "tls://",
    credentials: password ? { user, password } : user ? { token: user } : null,
    secrets: encoded ? secretsOf(text, encoded, password || user) : [],
  };
}

const urlOf = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);
const secretsOf = (...texts: string[]): string[] => [...new Set(texts.filter(Boolean))];

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
