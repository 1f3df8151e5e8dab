import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { PGlite } from "@electric-sql/pglite";
import type { Embedded } from "../database/embedded/embedded.ts";
import { startParams } from "../database/embedded/start-params.ts";

// Outlives a test file, which is harmless because it is compiled code without state.
let compiled: ReturnType<typeof compile> | null = null;

/**
 * The embedded database in memory, loaded from a dump, in this thread instead of its own: a query then needs half the
 * processor time, and opening it a third. The thread is used by the tests that start processes or cut the connection.
 */
export async function openEmbeddedHere(image: string): Promise<Embedded> {
  compiled ??= compile();
  const pglite = await PGlite.create({
    loadDataDir: new Blob([await readFile(image)]),
    ...(await compiled),
    relaxedDurability: false,
    startParams,
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

/** Compiles the WebAssembly modules once; otherwise each database would read and compile them again. */
async function compile() {
  const folder = dirname(fileURLToPath(import.meta.resolve("@electric-sql/pglite")));
  const load = async (name: string) => WebAssembly.compile(await readFile(join(folder, name)));
  return { pgliteWasmModule: await load("pglite.wasm"), initdbWasmModule: await load("initdb.wasm") };
}

/** TypeScript declares WebAssembly's functions for browsers only. */
declare const WebAssembly: { compile(program: Uint8Array): Promise<WebAssembly.Module> };
