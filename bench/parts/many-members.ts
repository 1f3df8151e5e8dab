import pg from "pg";

/**
 * Fills a migrated database with as many customers and advisors, active and set up, each with a session. The customers
 * have the ids 1 to `count`, the advisors those after them; the n-th signs in as `customer-n` or `advisor-n`.
 */
export async function loadMembers(url: string, count: number): Promise<void> {
  await run(
    url,
    `insert into members (id, role, email, state, verified_at, decision, decided_at, profile_setup, stripe_setup)
      select n, 'customer', 'customer' || n || '@bench.test', 'active', now(), 'approved', now(), true, true
      from generate_series(1, ${count}) n`,
    `insert into members (id, role, email, state, verified_at, decision, decided_at, profile_setup, stripe_setup)
      select ${count} + n, 'advisor', 'advisor' || n || '@bench.test', 'active', now(), 'approved', now(), true, true
      from generate_series(1, ${count}) n`,
    `select setval('members_id_seq', 2 * ${count})`,
    `insert into profiles (member_id, name, head_line, company_name)
      select id, initcap(role) || ' ' || id, 'Thirty years of scaling businesses', 'Bench & Sons' from members`,
    // The token's hash as the server makes it.
    `insert into sessions (member_id, token_hash, expires_at)
      select id, rtrim(translate(encode(sha256(split_part(email, '@', 1)::bytea), 'base64'), '+/', '-_'), '='),
        now() + interval '1 day'
      from (select id, regexp_replace(email, '(\\d+)', '-\\1') as email from members) members`,
    "analyze members, profiles, sessions",
  );
}

/** Runs statements one after another on a connection of their own. */
export async function run(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
