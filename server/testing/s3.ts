import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { freePort } from "./servers.ts";
import { startTcpProxy } from "./tcp-proxy.ts";

/** A server that a test may kill and start again: what it has stored is still there then. */
type Restartable = { stop(signal: NodeJS.Signals): Promise<void>; start(): Promise<void> };
type Running = {
  endpoint: URL;
  keys: { id: string; secret: string };
  /** Null for a server that is not the test's own. */
  server: Restartable | null;
  close(): Promise<unknown>;
};

/**
 * An empty bucket on an S3 server, over a connection that a test may break: `line`. The server is the test's own, or the one
 * that TEST_S3_ENDPOINT names with its keys in the address: http://key:secret@127.0.0.1:8000. `environment` are
 * Plumbline's settings, `server` kills it and starts it again, which is null for the one that was named. Ends with `close`.
 */
export async function startS3() {
  const { endpoint, keys, server, close: closeServer } = given() ?? (await startOwn());
  const line = await startTcpProxy({ host: endpoint.hostname, port: Number(endpoint.port) });
  const bucket = `plumbline-${crypto.randomUUID()}`;
  const settings = {
    bucket,
    endpoint: `http://${line.host}:${line.port}`,
    region: "us-east-1",
    keys,
    direct: true,
  };
  const client = new S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    forcePathStyle: true,
    credentials: { accessKeyId: keys.id, secretAccessKey: keys.secret },
  });
  const close = async () => {
    client.destroy();
    await line.close();
    await closeServer();
  };
  await client.send(new CreateBucketCommand({ Bucket: bucket })).catch(async (error) => {
    await close();
    throw error;
  });
  return {
    line,
    server,
    settings,
    /** For what a test does to the bucket itself. */
    client,
    environment: {
      S3_BUCKET: bucket,
      S3_ENDPOINT: settings.endpoint,
      S3_ACCESS_KEY_ID: keys.id,
      S3_SECRET_ACCESS_KEY: keys.secret,
    },
    close,
  };
}

function given(): Running | null {
  const address = process.env["TEST_S3_ENDPOINT"];
  if (!address) return null;
  const endpoint = new URL(address);
  const keys = { id: endpoint.username, secret: endpoint.password };
  return { endpoint, keys, server: null, close: async () => {} };
}

/** In a process of its own, because it sets itself between a process and its uncaught errors. */
async function startOwn(): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-s3-"));
  const { resolve } = createRequire(import.meta.url);
  const [program, signing] = [resolve("@20minutes/s3rver/lib/cli"), resolve("@20minutes/s3rver/lib/signature/v4")];
  // When it checks a signature, this server leaves out the slash after a bucket's name and five characters' encoding.
  const run = `
    const signing = require(${JSON.stringify(signing)});
    const { getStringToSign } = signing;
    const whole = (uri) => (/^\\/[^/]+$/.test(uri) ? uri + "/" : uri);
    const encoded = (query) => query.replace(/[!'()*]/g, (it) => "%" + it.charCodeAt(0).toString(16).toUpperCase());
    signing.getStringToSign = (call, by) =>
      getStringToSign({ ...call, uri: whole(call.uri), querystring: encoded(call.querystring) }, by);
    require(${JSON.stringify(program)}).parseAsync()`;
  const port = await freePort();
  const options = [
    "--directory",
    folder,
    "--address",
    "127.0.0.1",
    "--port",
    String(port),
    "--no-vhostBuckets",
    "--silent",
  ];
  let child: ChildProcess;
  let ended: Promise<unknown>;
  const start = async () => {
    // Its listings seal where their next page begins with DES.
    child = spawn(process.execPath, ["--openssl-legacy-provider", "-e", run, "s3rver", ...options], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    ended = new Promise((done) => child.once("close", done));
    await new Promise<void>((up, fail) => {
      let printed = "";
      child.stdout?.on("data", (text) => {
        printed += text;
        if (/listening on \S+/.test(printed)) up();
      });
      void ended.then(() => fail(new Error("the S3 server did not start")));
    });
  };
  const stop = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  const close = async () => {
    await stop("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  };
  await start();
  const keys = { id: "S3RVER", secret: "S3RVER" };
  return { endpoint: new URL(`http://127.0.0.1:${port}`), keys, server: { stop, start }, close };
}
