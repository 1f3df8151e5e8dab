import pg from "pg";
import { checkTimeout, type Finding, findingsOf, reasonOf } from "./finding.ts";

const { ok, warning, failed } = findingsOf("database");
/** Bytes of the log: what a busy primary writes in a few seconds. */
const farBehind = 64 * 1024 * 1024;

/** Whether a replica can be reached, is one of this primary's, and how far it is behind (ADR-050). */
export async function replicaFindings(primary: pg.Client, url: string): Promise<Finding[]> {
  const { host } = new URL(url);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: checkTimeout / 3 });
  client.on("error", () => {});
  try {
    await client.connect();
    const written = await primary.query(
      "select pg_current_wal_flush_lsn()::text as position, (select system_identifier from pg_control_system()) as cluster",
    );
    const { position, cluster } = written.rows[0];
    const seen = await client.query(
      `select pg_is_in_recovery() as standby, (select system_identifier from pg_control_system()) as cluster,
        case when pg_is_in_recovery() then ($1::pg_lsn - pg_last_wal_replay_lsn())::float8 end as behind`,
      [position],
    );
    const { standby, behind, ...its } = seen.rows[0];
    if (!standby)
      return [
        failed(`the replica at ${host} is none`, "Let DATABASE_REPLICA_URL name a standby, which follows the primary."),
      ];
    if (its.cluster !== cluster)
      return [failed(`the replica at ${host} follows another primary`, "Check host and port in DATABASE_REPLICA_URL.")];
    if (behind > farBehind)
      return [
        warning(
          `the replica at ${host} is ${Math.round(behind / 1024 / 1024)} MB behind, and is not read meanwhile`,
          "Look at pg_stat_replication on the primary, and at the replica's disk and log.",
        ),
      ];
    return [ok(`the replica at ${host} follows`)];
  } catch (error) {
    return [
      failed(
        `the replica at ${host} cannot be read: ${reasonOf(error)}`,
        "Check DATABASE_REPLICA_URL; until then the primary answers its reads.",
      ),
    ];
  } finally {
    await client.end().catch(() => {});
  }
}
