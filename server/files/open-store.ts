import { join } from "node:path";
import type { Settings } from "../settings.ts";
import { openFolderStore } from "./folder-store.ts";
import type { Store } from "./store.ts";

/** Opens the store that the settings name: a bucket, whose library is loaded only then, or the data folder. */
export async function openStore({ dataDirectory, s3 }: Pick<Settings, "dataDirectory" | "s3">): Promise<Store> {
  const folder = join(dataDirectory, "files");
  if (!s3) return openFolderStore(folder);
  const { openS3Store } = await import("./s3-store.ts");
  return openS3Store(s3, folder);
}
