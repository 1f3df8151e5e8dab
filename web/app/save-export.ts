import type { Declaration } from "@plumbline/contract/endpoint.ts";
import { type ExportFormat, exportPath } from "@plumbline/contract/exports.ts";
import { fetchFile } from "./download.ts";
import { saveBlob } from "./save-file.ts";

export type ExportProgress = { bytes: number; rows: number };

/**
 * Saves all rows of a list that satisfy the filters, and says meanwhile how much has come. Throws a Failure; what was stopped
 * by the signal throws its reason.
 */
export async function saveExport(
  list: Declaration,
  format: ExportFormat,
  query: Record<string, string>,
  { onProgress, signal }: { onProgress: (progress: ExportProgress) => void; signal: AbortSignal },
): Promise<ExportProgress> {
  const file = { ...list, path: exportPath(list, format) };
  const progress = { bytes: 0, rows: 0 };
  const read = async (response: Response): Promise<Blob> => {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    const lines = lineCounter(format);
    const reader = response.body?.getReader();
    for (;;) {
      const next = await reader?.read();
      if (!next || next.done) break;
      parts.push(next.value);
      progress.bytes += next.value.length;
      // The head of a CSV, or the brackets of JSON.
      progress.rows = Math.max(0, lines(next.value) - (format === "csv" ? 1 : 2));
      onProgress({ ...progress });
    }
    return new Blob(parts);
  };
  saveBlob(await fetchFile(file, { query }, { read, signal }), file.path.split("/").slice(3).join("-"));
  return progress;
}

const [quote, newline] = [0x22, 0x0a];

/** Counts lines over several parts; one within the quotation marks of a CSV belongs to its cell. */
function lineCounter(format: ExportFormat): (bytes: Uint8Array) => number {
  let [lines, quoted] = [0, false];
  return (bytes) => {
    for (const byte of bytes)
      if (byte === quote && format === "csv") quoted = !quoted;
      else if (byte === newline && !quoted) lines += 1;
    return lines;
  };
}
