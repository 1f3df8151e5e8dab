import type { RedisAddress } from "../bus/addresses.ts";
import { redisOpener } from "../bus/transports/redis.ts";
import { type Check, type Finding, findingsOf, reasonOf } from "./finding.ts";

const { ok, warning, failed } = findingsOf("redis");

/** Checks that Redis, and each node of a Cluster, is reachable and permits publishing, with a ping and an unused channel. */
export const redis: Check = {
  name: "redis",
  run: async ({ bus }) => {
    if (!bus) return [ok("not used: live updates travel through the database")];
    if (bus.kind === "nats") return [];
    if (bus.kind !== "cluster") return [await look(bus)];
    return Promise.all(bus.nodes.map((node) => look({ ...bus, nodes: [node] }, ` at ${node.host}:${node.port}`)));
  },
};

/** Looks at one server; `where` names it among several. */
async function look(address: RedisAddress, where = ""): Promise<Finding> {
  const open = await redisOpener(address);
  const never = () => null;
  const client = open({
    lazyConnect: true,
    connectTimeout: 5000,
    retryStrategy: never,
    sentinelRetryStrategy: never,
  });
  let last: unknown;
  client.on("error", (error) => (last = error));
  try {
    await client.connect();
    await client.ping();
    await client.publish("plumbline:doctor", "");
    const facts = await client.info("server");
    const version = /redis_version:(\S+)/.exec(facts)?.[1] ?? "of an unknown version";
    const inCluster = /redis_mode:cluster/.test(facts);
    if (address.kind === "cluster" && !inCluster)
      return failed(`Redis${where} is no node of a Cluster`, "Begin REDIS_URL with redis:// and name this one server.");
    if (address.kind !== "cluster" && inCluster)
      return warning(
        `Redis ${version} is a node of a Cluster`,
        "Begin REDIS_URL with redis+cluster:// and name several nodes, so that one may fail.",
      );
    return ok(`Redis ${version}${where} answers and lets us publish`);
  } catch (error) {
    const reason = reasonOf(last ?? error);
    const todo = /NOAUTH|WRONGPASS|NOPERM/.test(`${reason} ${reasonOf(error)}`)
      ? "Check the user and the password in REDIS_URL, and that the user may publish and subscribe."
      : "Check host and port in REDIS_URL (rediss:// where it speaks TLS), and that it takes this machine.";
    return failed(`${where ? `Redis${where} ` : ""}cannot be used: ${reason}`, todo);
  } finally {
    client.disconnect();
  }
}
