import { createServer } from "node:http";
import pg from "pg";
import { listeningPort } from "../../server/http/listening-port.ts";
import { sendDocument } from "./documents.ts";

// The baseline of reads: one prepared read by key, the bytes as they are, and nothing else.

const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 10 });
const server = createServer((request, response) => sendDocument(pool, request, response));
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${listeningPort(server)}`));
process.on("SIGTERM", () => process.exit(0));
