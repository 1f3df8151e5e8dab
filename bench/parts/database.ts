import { randomBytes } from "node:crypto";
import pg from "pg";

const server = process.env["BENCH_DATABASE_URL"] ?? "postgres://root@127.0.0.1:5432/postgres";

/**
 * A database of the benchmark's own on the server, empty or a copy of another one that nobody uses meanwhile. The caller
 * drops it at the end.
 */
export async function ownDatabase(like?: {
  name: string;
}): Promise<{ name: string; url: string; drop(): Promise<void> }> {
  const name = `plumbline_bench_${randomBytes(4).toString("hex")}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name} ${like ? `template ${like.name}` : ""}`);
  return {
    name,
    url: Object.assign(new URL(server), { pathname: `/${name}` }).href,
    drop: async () => {
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}
