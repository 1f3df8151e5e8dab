import { type ReactNode, Suspense, useEffect, useLayoutEffect, useRef } from "react";
import { asFailure, failureLines } from "../failure.ts";
import { beginUploading } from "../saved-input.ts";
import { DropArea } from "./drop-area.tsx";
import classes from "./file-field.module.css";
import { onDemand } from "./on-demand.ts";
import type { PendingFiles } from "./use-form-files.ts";
import { type Uploaded, useUploads } from "./use-uploads.ts";

const FileItems = onDemand(() => import("./file-items.tsx"));

const mebibyte = 1024 * 1024;

/**
 * Uploads files as soon as they are chosen or dropped, with a progress bar for each; `upload` sends one (usually `call`
 * with `onProgress` and `signal`) and returns its id. A failed one shows why and can be retried. `onPending` reports
 * the files that are not there yet, so that the form is not sent without them (use-form-files.ts).
 */
export function FileField({
  label,
  hint = "Up to 25 MB each",
  value,
  onChange,
  upload,
  maxFiles = 10,
  maxSize = 25 * mebibyte,
  accept,
  error,
  onPending,
}: {
  label: ReactNode;
  hint?: ReactNode;
  value: readonly Uploaded[];
  onChange: (files: Uploaded[]) => void;
  upload: (file: File, onProgress: (share: number) => void, signal: AbortSignal) => Promise<{ id: number }>;
  maxFiles?: number;
  maxSize?: number;
  accept?: string;
  error?: ReactNode;
  onPending?: (files: PendingFiles) => void;
}) {
  // Several files may arrive before the next render, and each must be added to the list with the ones before.
  const latest = useRef(value);
  latest.current = value;
  const { uploading, add, remove, again } = useUploads({
    maxSize,
    room: () => maxFiles - latest.current.length,
    texts: {
      tooMany: maxFiles === 1 ? "At most one file." : `At most ${maxFiles} files.`,
      tooLarge: `This file is larger than ${Math.floor((10 * maxSize) / mebibyte) / 10} MB.`,
    },
    upload: async (file, onProgress, signal) => {
      const { id } = await upload(file, onProgress, signal);
      return () => {
        latest.current = [...latest.current, { id, name: file.name, size: file.size }];
        onChange([...latest.current]);
      };
    },
    explain: (thrown) => failureLines(asFailure(thrown)).join(" "),
  });
  const isUploading = uploading.some(({ trouble }) => trouble === null);
  useLayoutEffect(() => (isUploading ? beginUploading() : undefined), [isUploading]);
  const failed = uploading.filter(({ trouble }) => trouble !== null).map(({ file }) => file.name);
  // biome-ignore lint/correctness/useExhaustiveDependencies: said when it changes, to whoever listens then
  useEffect(() => onPending?.({ uploading: isUploading, failed }), [isUploading, failed.join()]);

  return (
    <div className={classes.field}>
      <DropArea
        label={label}
        hint={hint}
        several={maxFiles > 1}
        accept={accept}
        invalid={Boolean(error)}
        onFiles={add}
      />
      {error && <p className={classes.bad}>{error}</p>}
      <ul className={classes.files} aria-live="polite">
        {value.length + uploading.length > 0 && (
          <Suspense>
            <FileItems
              uploaded={value}
              uploading={uploading}
              onRemove={(file) => onChange(value.filter((each) => each !== file))}
              onStop={remove}
              onRetry={value.length < maxFiles ? again : undefined}
            />
          </Suspense>
        )}
      </ul>
    </div>
  );
}
