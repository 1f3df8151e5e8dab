import { useState } from "react";
import { Failure } from "../failure.ts";

/** The files of a field that are not there yet: whether any is on its way, and the names of those that failed. */
export type PendingFiles = { uploading: boolean; failed: readonly string[] };

/** What the file fields of a form report of files that are not there yet; each field gets an `onPending`. */
export function useFormFiles() {
  const [pending, setPending] = useState<Readonly<Record<string, PendingFiles>>>({});
  const all = Object.values(pending);
  return {
    onPending: (field: string) => (files: PendingFiles) => setPending((known) => ({ ...known, [field]: files })),
    uploading: all.some(({ uploading }) => uploading),
    /** Throws a Failure that names the files which were not uploaded, so that nothing is sent without them unnoticed. */
    requireAll: () => {
      const failed = all.flatMap((files) => files.failed);
      if (failed.length > 0)
        throw new Failure(0, "", `Not uploaded: ${failed.join(", ")}. Please try again, or remove what is not needed.`);
    },
  };
}
