import { createServer } from "node:http";
import pg from "pg";
import { listeningPort } from "../../server/http/listening-port.ts";

// The baseline of reads: one prepared read by key, the bytes as they are, and nothing else.

const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 10 });
const server = createServer(async (request, response) => {
  const { rows } = await pool.query({
    name: "read",
    text: "select type, body from bench_documents where id = $1",
    values: [Number(request.url?.slice(1))],
  });
  response.writeHead(200, { "content-type": rows[0].type }).end(rows[0].body);
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${listeningPort(server)}`));
process.on("SIGTERM", () => process.exit(0));
