import { createServer } from "node:http";
import pg from "pg";
import { listeningPort } from "../../server/http/listening-port.ts";

// The baseline of messages: one prepared, durable insert, and the stored row as response, without authentication or
// notification.

type Posted = { receiver_id: number; message: { body: string; client_id: string } };
const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 10 });
const server = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const { receiver_id: receiver, message }: Posted = JSON.parse(String(Buffer.concat(parts)));
  const { rows } = await pool.query({
    name: "write",
    text: `insert into bench_messages (conversation_id, sender_id, body, client_id, created_at)
      values ($1, $2, $3, $4, now()) returning id, conversation_id, body, created_at, client_id`,
    values: [receiver, receiver, message.body, message.client_id],
  });
  response.writeHead(201, { "content-type": "application/json; charset=utf-8" }).end(JSON.stringify(rows[0]));
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${listeningPort(server)}`));
process.on("SIGTERM", () => process.exit(0));
