import { readdir } from "node:fs/promises";
import type { Declaration } from "@plumbline/contract/endpoint.ts";

/** Every endpoint of the contract, found in its files: a new one is measured without being listed here. */
export async function contractEndpoints(): Promise<Declaration[]> {
  const folder = new URL("../../contract/", import.meta.url);
  const files = (await readdir(folder, { recursive: true })).filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && !name.startsWith("node_modules"),
  );
  const found = new Set<Declaration>();
  for (const name of files.sort()) {
    const module: Record<string, unknown> = await import(new URL(name, folder).href);
    for (const value of Object.values(module))
      if (value && typeof value === "object" && "path" in value && "method" in value) found.add(value as Declaration);
  }
  return [...found];
}
