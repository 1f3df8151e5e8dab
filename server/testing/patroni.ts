import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { accepts, asPostgres, freePort, postgresBinaries, until } from "./servers.ts";

const installed = (program: string) => spawnSync("/bin/sh", ["-c", `command -v ${program}`]).status === 0;

/** Whether what a cluster needs is installed: Debian's patroni, etcd-server, haproxy and postgresql. */
export const hasPatroni = postgresBinaries !== undefined && ["patroni", "etcd", "haproxy"].every(installed);

type Node = { name: string; port: number; restPort: number; data: string; configuration: string; child: ChildProcess };
type Member = { name: string; role: string; state: string };

const kit = "deploy/postgresql-cluster";

/**
 * Two PostgreSQL nodes under Patroni with the configuration of deploy/postgresql-cluster, one etcd, and HAProxy at `url`,
 * all on 127.0.0.1. Resolves once one node is primary and the other its synchronous standby. Ends with `close`.
 */
export async function startCluster() {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-cluster-"));
  await chmod(folder, 0o777);
  const begun: ChildProcess[] = [];
  const run = (command: string, args: string[]): ChildProcess => {
    const child = spawn(command, args, { stdio: "ignore", env: { ...process.env, HOME: folder } });
    begun.push(child);
    return child;
  };

  const [etcdPort, peerPort, port, replicaPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const client = `http://127.0.0.1:${etcdPort}`;
  const peer = `http://127.0.0.1:${peerPort}`;
  run("etcd", [
    ...["--data-dir", join(folder, "etcd"), "--listen-client-urls", client, "--advertise-client-urls", client],
    ...["--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster", `default=${peer}`],
  ]);
  await accepts(etcdPort);

  const startNode = (configuration: string) => run(...asPostgres("patroni", [configuration]));
  const makeNode = async (name: string): Promise<Node> => {
    const [nodePort, restPort] = [await freePort(), await freePort()];
    const data = join(folder, name);
    const configuration = join(folder, `${name}.yml`);
    await writeFile(
      configuration,
      (await readFile(`${kit}/patroni.yml`, "utf8"))
        .replaceAll("NAME", name)
        .replaceAll("ADDRESS:8008", `127.0.0.1:${restPort}`)
        .replaceAll("ADDRESS:5432", `127.0.0.1:${nodePort}`)
        .replaceAll("ETCD:2379", `127.0.0.1:${etcdPort}`)
        .replace("/var/lib/postgresql/17/plumbline", data)
        .replace("/usr/lib/postgresql/17/bin", postgresBinaries ?? "")
        .replace("local all all peer", "local all all scram-sha-256")
        .replace("  pg_hba:", `  parameters: { unix_socket_directories: "${folder}" }\n  pg_hba:`),
      { mode: 0o644 },
    );
    if (process.getuid?.() === 0) {
      await mkdir(data, { mode: 0o700 });
      execFileSync("chown", ["postgres", data]);
    }
    return { name, port: nodePort, restPort, data, configuration, child: startNode(configuration) };
  };
  const nodes = [await makeNode("a"), await makeNode("b")];

  const proxy = join(folder, "haproxy.cfg");
  const [a, b] = nodes as [Node, Node];
  await writeFile(
    proxy,
    (await readFile(`${kit}/haproxy.cfg`, "utf8"))
      .replace("127.0.0.1:5000", `127.0.0.1:${port}`)
      .replace("127.0.0.1:5001", `127.0.0.1:${replicaPort}`)
      .replaceAll("NODE_A ADDRESS_A:5432 check port 8008", `a 127.0.0.1:${a.port} check port ${a.restPort}`)
      .replaceAll("NODE_B ADDRESS_B:5432 check port 8008", `b 127.0.0.1:${b.port} check port ${b.restPort}`),
  );
  run("haproxy", ["-db", "-f", proxy]);

  /** The cluster as its nodes that answer see it. */
  const members = async (): Promise<Member[]> => {
    for (const { restPort } of nodes) {
      const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`).catch(() => null);
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  };
  const isWhole = async () => {
    const all = await members();
    const runs = (role: string) =>
      all.some((each) => each.role === role && (each.state === "running" || each.state === "streaming"));
    return runs("leader") && runs("sync_standby");
  };
  const whole = () => until("the cluster has a primary and a synchronous standby", isWhole, 120_000);
  const leader = async () => {
    const name = (await members()).find(({ role }) => role === "leader")?.name;
    return nodes.find((node) => node.name === name) as Node;
  };
  /** Ends a node as a power cut does: Patroni and every process of PostgreSQL at once. */
  const kill = (node: Node) => {
    const postmaster = join(node.data, "postmaster.pid");
    const main = existsSync(postmaster)
      ? Number(execFileSync("head", ["-1", postmaster], { encoding: "utf8" }).trim())
      : null;
    const backends = main
      ? spawnSync("pgrep", ["-P", String(main)], { encoding: "utf8" })
          .stdout.split("\n")
          .filter(Boolean)
          .map(Number)
      : [];
    for (const pid of [node.child.pid, main, ...backends]) if (pid) end(pid);
  };
  const close = async () => {
    for (const node of nodes) kill(node);
    for (const { pid } of begun) if (pid) end(pid);
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  await whole().catch(async (error) => {
    await close();
    throw error;
  });
  return {
    url: `postgres://postgres:SUPERUSER_PASSWORD@127.0.0.1:${port}/postgres`,
    /** Leads to the standby. */
    replicaUrl: `postgres://postgres:SUPERUSER_PASSWORD@127.0.0.1:${replicaPort}/postgres`,
    whole,
    /** Kills the node that is primary; `start` brings it back as a standby. */
    killPrimary: async () => {
      const node = await leader();
      kill(node);
      return {
        start: () => {
          node.child = startNode(node.configuration);
        },
      };
    },
    /** Hands over to the standby in an orderly way, as for maintenance. */
    switchOver: async () => {
      const { name, restPort } = await leader();
      const answer = await fetch(`http://127.0.0.1:${restPort}/switchover`, {
        method: "POST",
        body: JSON.stringify({ leader: name }),
      });
      if (!answer.ok) throw new Error(`Patroni refused to hand over: ${await answer.text()}`);
    },
    close,
  };
}

/** Ends one process that may have ended already. */
function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It is gone.
  }
}
