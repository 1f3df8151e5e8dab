import { readdir } from "node:fs/promises";
import type { Declaration } from "@plumbline/contract/endpoint.ts";
import { isRecord } from "@plumbline/contract/records.ts";

/** Every endpoint of the contract, found in its files: a new one is measured without being listed here. */
export async function contractEndpoints(): Promise<Declaration[]> {
  const folder = new URL("../../contract/", import.meta.url);
  const files = (await readdir(folder, { recursive: true })).filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && !name.startsWith("node_modules"),
  );
  const found = new Set<Declaration>();
  for (const name of files.sort()) {
    const module: Record<string, unknown> = await import(new URL(name, folder).href);
    for (const value of Object.values(module)) if (isDeclaration(value)) found.add(value);
  }
  return [...found];
}

/** Nothing else in a contract has a method and a path. */
const isDeclaration = (value: unknown): value is Declaration => isRecord(value) && "method" in value && "path" in value;
