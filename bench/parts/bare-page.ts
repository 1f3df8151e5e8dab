import { createServer } from "node:http";
import { present } from "@plumbline/contract/present.ts";
import { listeningPort } from "../../server/http/listening-port.ts";

// The baseline of public-pages: the same bytes from memory, and nothing else.

const page = await fetch(present(process.env["PAGE_URL"], "PAGE_URL"), { headers: { "accept-encoding": "identity" } });
const bytes = Buffer.from(await page.arrayBuffer());
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-length": bytes.length }).end(bytes);
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${listeningPort(server)}`));
process.on("SIGTERM", () => process.exit(0));
