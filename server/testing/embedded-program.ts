import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

// Outlives a test file, which is harmless because it is compiled code without state.
let held: Promise<object> | null = null;

/**
 * Keeps the embedded database's WebAssembly module in memory. V8 shares it between all databases of a process while it
 * is referenced, and would otherwise compile and optimise it again for each test file.
 */
export async function keepEmbeddedProgram(): Promise<void> {
  const path = join(dirname(fileURLToPath(import.meta.resolve("@electric-sql/pglite"))), "pglite.wasm");
  held ??= readFile(path).then(compile);
  await held;
}

/** TypeScript declares WebAssembly for browsers only. */
function compile(program: Uint8Array): Promise<object> {
  return (
    globalThis as unknown as { WebAssembly: { compile(program: Uint8Array): Promise<object> } }
  ).WebAssembly.compile(program);
}
