import type { IncomingMessage, ServerResponse } from "node:http";
import type pg from "pg";

// The answers of reads as a bare program returns them: bytes by key.

export async function createDocuments(client: pg.Client): Promise<void> {
  await client.query("create table bench_documents (id int primary key, type text not null, body bytea not null)");
}

/** Stores the bytes of one answer for the bare program; false when the call is refused. */
export async function keepDocument(
  client: pg.Client,
  id: number,
  url: string,
  headers: Record<string, string>,
): Promise<boolean> {
  const answer = await fetch(url, { headers: { ...headers, "accept-encoding": "identity" } });
  if (!answer.ok) {
    console.log(`NOT MEASURED ${new URL(url).pathname}: ${answer.status} ${(await answer.text()).slice(0, 100)}`);
    return false;
  }
  const body = Buffer.from(await answer.arrayBuffer());
  await client.query("insert into bench_documents values ($1, $2, $3)", [id, answer.headers.get("content-type"), body]);
  return true;
}

/** Sends the document whose id is the path. */
export async function sendDocument(pool: pg.Pool, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { rows } = await pool.query({
    name: "read",
    text: "select type, body from bench_documents where id = $1",
    values: [Number(request.url?.slice(1))],
  });
  response.writeHead(200, { "content-type": rows[0].type }).end(rows[0].body);
}
