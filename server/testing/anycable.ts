import { spawn } from "node:child_process";
import { startAnyCable as startSandbox } from "@plumbline/sandbox/anycable/start.ts";
import { accepts } from "./servers.ts";

type Options = { port: number; rpcUrl: string; secret: string };

/**
 * An AnyCable on 127.0.0.1: the sandbox's stand-in, or the real server where TEST_ANYCABLE names its program, configured as
 * docs/operations.md says. Ends with `close`.
 */
export async function startAnyCable({ port, rpcUrl, secret }: Options) {
  const program = process.env["TEST_ANYCABLE"];
  if (!program) return startSandbox({ host: "127.0.0.1", port, rpcUrl, secret });
  const child = spawn(program, [], {
    stdio: "ignore",
    env: {
      ANYCABLE_HOST: "127.0.0.1",
      ANYCABLE_PORT: String(port),
      ANYCABLE_SECRET: secret,
      ANYCABLE_RPC_HOST: rpcUrl,
      ANYCABLE_HEADERS: "origin",
      ANYCABLE_BROADCAST_ADAPTER: "http",
      ANYCABLE_HTTP_BROADCAST_PORT: String(port),
      ANYCABLE_DISABLE_TELEMETRY: "true",
    },
  });
  const ended = new Promise((done) => child.once("close", done));
  await accepts(port);
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
