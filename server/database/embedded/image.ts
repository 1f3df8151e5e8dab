import { createWriteStream } from "node:fs";
import { chmod, rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

// Only one process may open the embedded database, so a backup gets a dump from the running server, over a Unix socket
// in the data folder that has the same access rights as the folder.

const pathIn = (folder: string) => join(folder, "image.sock");
/** The operating system's limit for a socket's path, in bytes. */
const maxSocketPath = 100;

/** Sends a dump of the database to every client that connects; returns a function that stops it. */
export async function serveImages(folder: string, dump: () => Promise<Uint8Array>): Promise<() => Promise<void>> {
  const path = pathIn(folder);
  if (Buffer.byteLength(path) > maxSocketPath || process.platform === "win32") return async () => {};
  // This process holds the folder's lock, so an existing socket belongs to a process that was killed.
  await rm(path, { force: true });
  const server = createServer((socket) => {
    socket.on("error", () => {});
    dump().then(
      (image) => socket.end(image),
      () => socket.destroy(),
    );
  });
  await new Promise<void>((up) => {
    // The server works without the socket; a backup then has to stop the server first.
    server.once("error", () => up());
    server.listen(path, () => up());
  });
  server.unref();
  await chmod(path, 0o600).catch(() => {});
  return async () => {
    await new Promise((closed) => server.close(closed));
    await rm(path, { force: true });
  };
}

/** Writes a dump from the process that uses the folder into a file. Throws when no process serves one. */
export async function fetchImage(folder: string, file: string): Promise<void> {
  const socket = connect(pathIn(folder));
  await pipeline(socket, createWriteStream(file, { mode: 0o600 }));
}
