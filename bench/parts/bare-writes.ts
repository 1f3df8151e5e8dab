import { createServer } from "node:http";
import pg from "pg";
import { listeningPort } from "../../server/http/listening-port.ts";
import type { Written } from "./work-of-a-call.ts";

// The baseline of writes: reads the body, writes as many rows in one transaction of prepared statements, one for each
// table and kind of change, and returns the bytes that ours returned. A table has a key, an index and a text.

const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 10 });
type Answer = { status: number; type: string | null; body: string; rows: Written[] };
type Statement = { name: string; text: string; values: () => unknown[] };
const answers = new Map<string, Answer & { statements: Statement[] }>();
const body = "How about Tuesday? ".repeat(8);
const kept = 1000;
let turn = 0;

const server = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  if (/json/.test(request.headers["content-type"] ?? "")) JSON.parse(String(Buffer.concat(parts)) || "{}");
  const { status, type, body: bytes, statements } = await answerOf(String(request.url?.slice(1)));
  const run = ({ values, ...statement }: Statement) => pool.query({ ...statement, values: values() });
  const [only, ...more] = statements;
  if (only && more.length === 0) await run(only);
  else await inTransaction(statements);
  response.writeHead(status, type ? { "content-type": type } : {}).end(bytes);
});

async function inTransaction(statements: Statement[]): Promise<void> {
  const client = await pool.connect();
  await client.query("begin");
  for (const { values, ...statement } of statements) await client.query({ ...statement, values: values() });
  await client.query("commit");
  client.release();
}

async function answerOf(id: string) {
  const known = answers.get(id);
  if (known) return known;
  const { rows } = await pool.query("select answer from bench_answers where id = $1", [Number(id)]);
  const answer: Answer = rows[0].answer;
  const ready = { ...answer, statements: answer.rows.flatMap(statementsOf) };
  if (ready.statements.length === 0)
    ready.statements.push({ name: "read", text: "select answer from bench_answers where id = $1", values: () => [id] });
  answers.set(id, ready);
  return ready;
}

function statementsOf({ table, inserted, updated, deleted }: Written): Statement[] {
  const into = `bench_${table}`;
  const statement = (kind: string, rows: number, text: string, values: () => unknown[]) =>
    rows > 0 ? [{ name: `${kind} ${into} ${rows}`, text, values }] : [];
  const some = (rows: number) => Array.from({ length: rows }, () => (turn = (turn % kept) + 1));
  return [
    ...statement(
      "insert",
      inserted,
      `insert into ${into} (owner, body) select $1, $2 from generate_series(1, ${inserted}) returning id`,
      () => [turn, body],
    ),
    ...statement("update", updated, `update ${into} set body = $2, at = now() where id = any($1)`, () => [
      some(updated).toSorted((one, other) => one - other),
      body,
    ]),
    ...statement(
      "delete",
      deleted,
      `delete from ${into} where id in (select id from ${into} where id > ${kept} order by id limit ${deleted} for update skip locked)`,
      () => [],
    ),
  ];
}

server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${listeningPort(server)}`));
process.on("SIGTERM", () => process.exit(0));
