import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** A response that repeats the request. */
export type QuotingAnswer = { status: number; contentType?: string; body: (asked: string) => string };

/** An error in the provider's format whose texts all repeat the request. */
export const refusalThatQuotes = (status: number, type: string, code?: string): QuotingAnswer => ({
  status,
  body: (asked) =>
    JSON.stringify({
      error: { type, code, message: `We cannot take ${asked}`, param: asked, doc_url: asked, decline_code: asked },
      // Errors of the payout authorisation have this format.
      error_description: `We cannot take ${asked}`,
    }),
});

/**
 * A proxy in front of the card provider that answers some calls with a response that repeats the request, its key
 * included. Calls that `quotes` does not select reach the provider at `url`.
 */
export async function startQuotingProvider(url: () => string) {
  let answer: QuotingAnswer | null = null;
  let method = "";
  let quoted = 0;
  const server = createServer(async (request, response) => {
    const body = await textOf(request);
    if (answer && request.method === method) {
      quoted += 1;
      const asked = decodeURIComponent(
        `${request.headers.authorization} ${request.headers["idempotency-key"]} ${request.url} ${body}`.replaceAll(
          "+",
          " ",
        ),
      );
      response.writeHead(answer.status, { "content-type": answer.contentType ?? "application/json" });
      return void response.end(answer.body(asked));
    }
    const headers = Object.entries(request.headers).filter(
      ([name]) => !["host", "connection", "content-length"].includes(name),
    );
    const passed = await fetch(url() + request.url, {
      method: request.method as string,
      headers: headers as [string, string][],
      ...(body ? { body } : {}),
    }).catch(() => null);
    // The provider closed the connection, so this does as well.
    if (!passed) return void request.destroy();
    const text = await passed.text().catch(() => null);
    if (text === null) return void request.destroy();
    const kept = ["content-type", "date", "request-id", "idempotent-replayed", "stripe-should-retry"];
    response.writeHead(passed.status, Object.fromEntries([...passed.headers].filter(([name]) => kept.includes(name))));
    response.end(text);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    port: (server.address() as AddressInfo).port,
    /** Answers calls of this method in that way from now on; null passes all of them on. */
    quotes: (next: QuotingAnswer | null, of = "POST") => {
      answer = next;
      method = of;
    },
    /** How many calls were answered so. */
    quoted: () => quoted,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request) text += part;
  return text;
}
