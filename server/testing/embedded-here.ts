import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { MemoryFS, PGlite } from "@electric-sql/pglite";
import type { Embedded } from "../database/embedded/embedded.ts";
import { startParams } from "../database/embedded/start-params.ts";

// Outlive a test file, which is harmless because they are compiled code and files that are only copied from.
let compiled: ReturnType<typeof compile> | null = null;
let read: { image: string; files: Promise<StoredFile[]> } | null = null;

/**
 * The embedded database in memory, loaded from a dump, in this thread instead of its own: a query then needs half the
 * processor time, and opening it a third. The thread is used by the tests that start processes or cut the connection.
 */
export async function openEmbeddedHere(image: string): Promise<Embedded> {
  compiled ??= compile();
  if (read?.image !== image) read = { image, files: readFile(image).then(filesIn) };
  const pglite = await PGlite.create({
    fs: new SharedFiles(await read.files),
    ...(await compiled),
    relaxedDurability: false,
    startParams: [...startParams, ...fewBuffers],
  });
  return {
    ready: Promise.resolve(),
    // Copied, because the response may be part of the database's own memory.
    protocol: async (batch) => (await pglite.runExclusive(() => pglite.execProtocolRaw(batch))).slice(),
    listen: async (channel, listener) => void (await pglite.listen(channel, listener)),
    dump: async () => new Uint8Array(await (await pglite.dumpDataDir("none")).arrayBuffer()),
    close: () => pglite.close(),
  };
}

/** Buffers are written when the database is opened, and its files are in memory as well. */
const fewBuffers = ["-c", "shared_buffers=2MB"];

/** Compiles the WebAssembly modules once; otherwise each database would read and compile them again. */
async function compile() {
  const folder = dirname(fileURLToPath(import.meta.resolve("@electric-sql/pglite")));
  const load = async (name: string) => WebAssembly.compile(await readFile(join(folder, name)));
  return { pgliteWasmModule: await load("pglite.wasm"), initdbWasmModule: await load("initdb.wasm") };
}

/** `bytes` is null for a folder; after the first `filled` of them there are only zeros. */
type StoredFile = { path: string; bytes: Uint8Array | null; filled: number };

/** The folders and files of a tar archive, whose entries are rows of 512 bytes: a head, then the file's bytes. */
function filesIn(archive: Buffer): StoredFile[] {
  const found: StoredFile[] = [];
  for (let at = 0; archive[at]; ) {
    const text = (from: number, length: number) =>
      archive.toString("utf8", at + from, at + from + length).split("\0")[0];
    const size = Number.parseInt(text(124, 12) ?? "", 8);
    const isFolder = text(156, 1) === "5";
    const begin = at + 512;
    const bytes = isFolder ? null : new Uint8Array(archive.buffer, archive.byteOffset + begin, size);
    let filled = bytes?.length ?? 0;
    while (filled > 0 && archive[begin + filled - 1] === 0) filled -= 1;
    found.push({ path: text(0, 100) ?? "", bytes, filled });
    at = begin + 512 * Math.ceil(size / 512);
  }
  return found;
}

/** What is used of Emscripten's file systems in memory. */
type Operations = { write(stream: { node: FileNode }, ...given: unknown[]): number };
type FileNode = { contents: Uint8Array; stream_ops: Operations };

/**
 * Files in memory whose bytes all databases of a worker share: PGlite would read the archive again for each, and most files
 * are never written to. Taking memory for copies of them took as long as the rest of opening a database.
 */
class SharedFiles extends MemoryFS {
  readonly #files: readonly StoredFile[];

  constructor(files: readonly StoredFile[]) {
    super();
    this.#files = files;
  }

  override async initialSyncFs(): Promise<void> {
    const files = this.pg?.Module.FS;
    if (!files) return;
    files.mkdirTree(dataFolder);
    for (const { path, bytes, filled } of this.#files) {
      const at = join(dataFolder, path);
      if (bytes) {
        // Without a copy of them.
        files.writeFile(at, bytes, { canOwn: true });
        copyOnWrite(files.lookupPath(at, {}).node as unknown as FileNode, bytes, filled);
      } else files.mkdirTree(at);
    }
  }
}

/** Gives a file its own copy of the shared bytes before it is first written to; zeros take no memory until they are written. */
function copyOnWrite(node: FileNode, shared: Uint8Array, filled: number): void {
  const operations = node.stream_ops;
  node.stream_ops = {
    ...operations,
    write(stream, ...given) {
      if (node.contents.buffer === shared.buffer) {
        node.contents = new Uint8Array(shared.length);
        node.contents.set(shared.subarray(0, filled));
      }
      return operations.write(stream, ...given);
    },
  };
}

/** Where PGlite has its database within its own files. */
const dataFolder = "/pglite/data";

/** TypeScript declares WebAssembly's functions for browsers only. */
declare const WebAssembly: { compile(program: Uint8Array): Promise<WebAssembly.Module> };
