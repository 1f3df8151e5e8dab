/** A Redis server, by its URL. */
export type RedisAddress = { kind: "redis"; url: string; secrets: readonly string[] };
/** The servers of one NATS, each as `host:port`, and who we are there: a user with a password, a token, or nobody. */
export type NatsAddress = {
  kind: "nats";
  servers: readonly string[];
  tls: boolean;
  credentials: { user: string; password: string } | { token: string } | null;
  secrets: readonly string[];
};
/** What carries the bus instead of PostgreSQL. `secrets` are the texts that no log may have. */
export type BusAddress = RedisAddress | NatsAddress;

/** Parses REDIS_URL: `redis://user:password@host:6379` or `rediss://…`; null when it is neither. */
export function parseRedisAddress(text: string): RedisAddress | null {
  const url = urlOf(text);
  if (!url || !/^rediss?:$/.test(url.protocol)) return null;
  const password = decoded(url.password);
  if (password === null) return null;
  return { kind: "redis", url: text, secrets: url.password ? secretsOf(text, url.password, password) : [] };
}

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
    if (user === null || password === null) return null;
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
const secretsOf = (...texts: string[]): string[] => [...new Set(texts)];

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
