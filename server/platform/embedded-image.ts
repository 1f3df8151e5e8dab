import { createWriteStream } from "node:fs";
import { chmod, rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

// A running process lends an image of its embedded database to a backup: the folder has room for one process. It does so
// over a socket in the data folder, which only those may open who may read the folder itself.

const pathIn = (folder: string) => join(folder, "image.sock");
/** The operating system's limit for such a path, in bytes. */
const longestPath = 100;

/** Answers whoever connects with an image of the database; answers how to stop. */
export async function lendImages(folder: string, dump: () => Promise<Uint8Array>): Promise<() => Promise<void>> {
  const path = pathIn(folder);
  if (Buffer.byteLength(path) > longestPath || process.platform === "win32") return async () => {};
  // Left by a process that was killed: this one holds the folder's lock.
  await rm(path, { force: true });
  const server = createServer((socket) => {
    socket.on("error", () => {});
    dump().then(
      (image) => socket.end(image),
      () => socket.destroy(),
    );
  });
  await new Promise<void>((up) => {
    // Without it a backup asks for the process to be stopped; the site itself does not need it.
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

/** Borrows an image from the process that uses the folder, into a file. Throws when there is none that lends. */
export async function borrowImage(folder: string, file: string): Promise<void> {
  const socket = connect(pathIn(folder));
  await pipeline(socket, createWriteStream(file, { mode: 0o600 }));
}
