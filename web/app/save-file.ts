import type { CallInput, Declaration } from "@plumbline/contract/endpoint.ts";
import { download } from "./download.ts";

/** Downloads what an endpoint answers and saves it under a name. Throws a Failure. */
export async function saveFile<D extends Declaration>(endpoint: D, sending: CallInput<D>, name: string): Promise<void> {
  saveBlob(await download(endpoint, sending), name);
}

/** Saves a file that has come, under a name. */
export function saveBlob(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
