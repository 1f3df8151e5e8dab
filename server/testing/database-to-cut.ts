import { inject } from "vitest";
import { type Database, openEmbedded, openPostgres } from "../database/database.ts";
import { startEmbedded } from "../database/embedded/embedded.ts";
import { serverDatabase } from "./plumbline.ts";
import { startTcpProxy } from "./tcp-proxy.ts";

/**
 * A copy of the run's database with a connection that `cut` breaks and `restore` repairs. A server that runs on it does
 * not close it.
 */
export async function interruptibleDatabase(): Promise<{
  database: Database;
  cut: () => void;
  restore: () => void;
  close: () => Promise<void>;
}> {
  const template = inject("template");
  if ("image" in template) {
    const embedded = startEmbedded(null, template.image);
    let broken = false;
    const protocol = (batch: Uint8Array) =>
      broken ? Promise.reject(new Error(`the thread has failed at ${Buffer.from(batch)}`)) : embedded.protocol(batch);
    const opened = await openEmbedded({ ...embedded, protocol });
    return {
      database: { ...opened, close: async () => {} },
      cut: () => {
        broken = true;
      },
      restore: () => {
        broken = false;
      },
      close: () => opened.close(),
    };
  }
  const { url, drop } = await serverDatabase(template);
  const { hostname, port } = new URL(url);
  const proxy = await startTcpProxy({ host: hostname, port: Number(port || 5432) });
  const opened = await openPostgres(Object.assign(new URL(url), { host: `${proxy.host}:${proxy.port}` }).href);
  return {
    database: { ...opened, close: async () => {} },
    cut: proxy.refuse,
    restore: proxy.accept,
    close: async () => {
      await opened.close();
      await proxy.close();
      await drop();
    },
  };
}
