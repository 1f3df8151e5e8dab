import { sql } from "drizzle-orm";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { openPostgres, sessionSettings } from "../database/database.ts";
import { poolerFindings } from "../doctor/pooler.ts";
import { seedReference } from "../features/reference/store.ts";
import { callEverything } from "../testing/every-call.ts";
import { hasPgBouncer, startPgBouncer } from "../testing/pgbouncer.ts";
import { type Opened, testServer } from "../testing/plumbline.ts";
import { hasPostgres, startPostgres } from "../testing/servers.ts";

// A PgBouncer in transaction mode: each transaction may have another connection of the server's (ADR-046).

describe.runIf(hasPostgres && hasPgBouncer)("behind PgBouncer in transaction mode", () => {
  let direct = "";
  let pooled = "";
  const server = testServer(
    {},
    {
      secondProcess: true,
      open: async (): Promise<Opened> => {
        const postgres = await startPostgres();
        const pooler = await startPgBouncer(postgres.url);
        direct = postgres.url;
        pooled = pooler.url;
        const another = () => openPostgres(pooled, { direct });
        const database = await another();
        await seedReference(database.db);
        return {
          database,
          another,
          drop: async () => {
            await pooler.close();
            await postgres.close();
          },
        };
      },
    },
  );

  test("R21 ADR-046 every call, channel and job works, and two processes hear of each other", async () => {
    await callEverything(server);
    expect(server.context.bus.otherProcesses()).toBe(1);
    // The statements were prepared by name and not sent anew each time.
    const { rows } = await server.context.db.execute<{ prepared: number }>(
      sql`select count(*)::int as prepared from pg_prepared_statements`,
    );
    expect(rows[0]?.prepared).toBeGreaterThan(50);
  }, 300_000);

  test("T-02 ADR-046 doctor says what a pooler lacks: the direct address, settings of the role, prepared statements", async () => {
    const says = async (url: string, isAlsoDirect = false) =>
      (await poolerFindings(url, isAlsoDirect)).map(
        (finding) => `${finding.state}: ${finding.says} ${finding.todo ?? ""}`,
      );
    expect(await says(direct, true)).toEqual([]);
    expect(await says(pooled, true)).toEqual([expect.stringMatching(/^failed: .* Set DATABASE_DIRECT_URL/)]);
    expect(await says(pooled)).toEqual([
      "ok: its pooler keeps prepared statements ",
      expect.stringMatching(/^warning: its pooler withholds .*lock_timeout.*alter role "postgres".* \(RECONNECT\)/),
    ]);
    const without = await startPgBouncer(direct, { max_prepared_statements: 0 });
    expect(await says(without.url)).toEqual([expect.stringMatching(/^failed: its pooler loses prepared statements/)]);
    await without.close();
    const strict = await startPgBouncer(direct, { ignore_startup_parameters: "" });
    expect(await says(strict.url)).toEqual([expect.stringMatching(/^failed: .*ignore_startup_parameters = options,/)]);
    await strict.close();

    const admin = new pg.Client({ connectionString: direct });
    await admin.connect();
    for (const [name, value] of Object.entries(sessionSettings))
      await admin.query(`alter role postgres set ${name} = '${value}'`);
    await admin.end();
    const fresh = await startPgBouncer(direct);
    expect(await says(fresh.url)).toEqual([
      "ok: its pooler keeps prepared statements ",
      "ok: timeouts and planning are as we ask for ",
    ]);
    await fresh.close();
  });
});
