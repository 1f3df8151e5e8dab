import { readdir } from "node:fs/promises";
import type { Declaration } from "@plumbline/contract/endpoint.ts";

/** Every endpoint of the contract, found in its files: a new one is measured without being listed here. */
export async function contractEndpoints(): Promise<Declaration[]> {
  const folder = new URL("../../contract/", import.meta.url);
  const found: Declaration[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory() || entry.name === "node_modules") continue;
    const module: Record<string, unknown> = await import(new URL(`${entry.name}/contract.ts`, folder).href);
    for (const value of Object.values(module))
      if (value && typeof value === "object" && "path" in value && "method" in value) found.push(value as Declaration);
  }
  return found;
}
