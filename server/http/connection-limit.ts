import { readFileSync } from "node:fs";
import type { Server } from "node:net";
import type { FastifyBaseLogger } from "fastify";

/** Open files reserved for everything but client connections: the embedded database alone opens up to a thousand. */
const reservedFiles = 1500;
/** The share of the limit that client connections get at least, where the limit is low. */
const minimumShare = 0.25;
/** How often dropped connections are logged at most, in milliseconds. */
const logInterval = 60_000;

/** The system's limit of open files for this process; null where it cannot be read. */
function openFilesLimit(): number | null {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
    return limit ? Number(limit) : null;
  } catch {
    return null;
  }
}

/**
 * Drops client connections beyond what the limit of open files allows. Without free files queries and uploads would
 * fail, and the embedded database does not recover from that by itself.
 */
export function limitConnections(
  server: Server,
  log: FastifyBaseLogger,
  files: number | null = openFilesLimit(),
): void {
  if (files === null) return;
  server.maxConnections = Math.max(files - reservedFiles, Math.floor(files * minimumShare));
  let lastLoggedAt = Number.NEGATIVE_INFINITY;
  let dropped = 0;
  server.on("drop", () => {
    dropped += 1;
    if (performance.now() - lastLoggedAt < logInterval) return;
    lastLoggedAt = performance.now();
    const about = { dropped, connections: server.maxConnections, openFiles: files };
    log.error(about, "more connections than the limit of open files allows; some are dropped");
    dropped = 0;
  });
}
