import { createServer } from "node:http";
import pg from "pg";
import { listeningPort } from "../../server/http/listening-port.ts";
import { acceptSubscribers } from "./bare-subscribers.ts";
import { sendDocument } from "./documents.ts";

// The baseline of a mixed day: a read is one prepared query by key, a write one prepared update by key, and a message one
// prepared insert whose row is sent to the two sockets that opened first.

type Posted = { receiver_id: number; message: { body: string; client_id: string } };
const json = "application/json; charset=utf-8";
const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 10 });

const server = createServer(async (request, response) => {
  if (request.method === "GET") return sendDocument(pool, request, response);
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const body = JSON.parse(String(Buffer.concat(parts)));
  if (request.method === "PATCH") {
    const { rows } = await pool.query({
      name: "write",
      text: "update bench_marks set is_read = $2 where id = $1 returning *",
      values: [Number(request.url?.slice(1)), body.isRead],
    });
    response.writeHead(200, { "content-type": json }).end(JSON.stringify(rows[0]));
    return;
  }
  const { receiver_id: receiver, message }: Posted = body;
  const { rows } = await pool.query({
    name: "message",
    text: `insert into bench_messages (conversation_id, sender_id, body, client_id) values ($1, $2, $3, $4)
      returning id, conversation_id, body, created_at, client_id`,
    values: [receiver, receiver, message.body, message.client_id],
  });
  const row = JSON.stringify(rows[0]);
  const [one, other] = sockets;
  one?.send(row);
  other?.send(row);
  response.writeHead(201, { "content-type": json }).end(row);
});
const sockets = acceptSubscribers(server);
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${listeningPort(server)}`));
process.on("SIGTERM", () => process.exit(0));
