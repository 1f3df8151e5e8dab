import { createServer } from "node:http";
import pg from "pg";
import { listeningPort } from "../../server/http/listening-port.ts";

// The baseline of read-by-id: one prepared read by id, the bytes as they are, and nothing else.

const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 10 });
const server = createServer(async (request, response) => {
  const id = Number(request.url?.split("/").at(-1));
  const { rows } = await pool.query({
    name: "read",
    text: "select body from bench_documents where id = $1",
    values: [id],
  });
  response.writeHead(200, { "content-type": "application/json; charset=utf-8" }).end(rows[0].body);
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${listeningPort(server)}`));
process.on("SIGTERM", () => process.exit(0));
