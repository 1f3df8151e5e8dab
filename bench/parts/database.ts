import { randomBytes } from "node:crypto";
import pg from "pg";

/** A database of the benchmark's own on the server at hand; dropped at the end. */
export async function ownDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const server = process.env["BENCH_DATABASE_URL"] ?? "postgres://root@127.0.0.1:5432/postgres";
  const name = `plumbline_bench_${randomBytes(4).toString("hex")}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name}`);
  return {
    url: Object.assign(new URL(server), { pathname: `/${name}` }).href,
    drop: async () => {
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}
