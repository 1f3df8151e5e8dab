import Stripe from "stripe";
import { spanHere } from "../telemetry/spans.ts";

type Client = ReturnType<typeof Stripe.createNodeHttpClient>;
type Response = Awaited<ReturnType<Client["makeRequest"]>>;

/**
 * The provider's own HTTP client with a span for each call that is made within one, repeated calls included. It names the
 * kind of object and never the path, which may hold an id or a code that somebody typed.
 */
export function tracedClient(): Client {
  const client = Stripe.createNodeHttpClient();
  const makeRequest = client.makeRequest.bind(client);
  client.makeRequest = async (host, port, path, method, ...rest) => {
    const ask = () => makeRequest(host, port, path, method, ...rest);
    const kind = /^\/(?:v\d+\/)?([a-z_]+)/.exec(path)?.[1] ?? "other";
    const span = spanHere()?.child(`${method} ${kind}`, "client", {
      "http.request.method": method,
      "url.template": `/v1/${kind}`,
      "server.address": host,
      ...(Number(port) ? { "server.port": Number(port) } : {}),
    });
    if (!span) return ask();
    try {
      const response = await ask();
      const status = response.getStatusCode();
      const id = requestIdOf(response);
      span.set({ "http.response.status_code": status, ...(id ? { "stripe.request_id": id } : {}) });
      span.end(status >= 400 ? String(status) : undefined);
      return response;
    } catch (error) {
      span.end(error);
      throw error;
    }
  };
  return client;
}

/** The provider's name of the call, by which its dashboard finds it. */
function requestIdOf(response: Response): string | null {
  const id = response.getHeaders()["request-id"];
  return typeof id === "string" && /^req_\w{1,60}$/.test(id) ? id : null;
}
