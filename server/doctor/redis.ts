import { Redis } from "ioredis";
import { type Check, findingsOf, reasonOf } from "./finding.ts";

const { ok, failed } = findingsOf("redis");

/** Checks that Redis is reachable and permits publishing, with a ping and an unused channel. */
export const redis: Check = {
  name: "redis",
  run: async ({ bus }) => {
    if (!bus) return [ok("not used: live updates travel through the database")];
    if (bus.kind !== "redis") return [];
    const client = new Redis(bus.url, { lazyConnect: true, connectTimeout: 5000, retryStrategy: () => null });
    let last: unknown;
    client.on("error", (error) => (last = error));
    try {
      await client.connect();
      await client.ping();
      await client.publish("plumbline:doctor", "");
      const version = /redis_version:(\S+)/.exec(await client.info("server"))?.[1] ?? "of an unknown version";
      return [ok(`Redis ${version} answers and lets us publish`)];
    } catch (error) {
      const reason = reasonOf(last ?? error);
      const todo = /NOAUTH|WRONGPASS|NOPERM/.test(`${reason} ${reasonOf(error)}`)
        ? "Check the user and the password in REDIS_URL, and that the user may publish and subscribe."
        : "Check host and port in REDIS_URL (rediss:// where it speaks TLS), and that it takes this machine.";
      return [failed(`cannot be used: ${reason}`, todo)];
    } finally {
      client.disconnect();
    }
  },
};
