import { type ReactNode, useEffect, useRef } from "react";
import { asFailure, failureLines } from "../failure.ts";
import { DropArea } from "./drop-area.tsx";
import classes from "./file-field.module.css";
import { fileSize } from "./file-size.ts";
import { FileIcon } from "./icons.tsx";
import { ProgressBar } from "./progress-bar.tsx";
import type { PendingFiles } from "./use-form-files.ts";
import { useUploads } from "./use-uploads.ts";

/** A file on the server; size in bytes. */
export type Uploaded = { id: number; name: string; size: number };

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
      <ul className={classes.files}>
        {value.map((file) => (
          <li key={file.id} className={classes.file}>
            <FileIcon />
            <span className={classes.name}>
              {file.name} <span className="small">{fileSize(file.size)}</span>
            </span>
            <button
              type="button"
              className={classes.remove}
              onClick={() => onChange(value.filter((each) => each.id !== file.id))}
            >
              Remove<span className="visually-hidden"> {file.name}</span>
            </button>
          </li>
        ))}
        {uploading.map((one) => (
          <li key={one.key} className={classes.file}>
            <FileIcon />
            <span className={classes.name}>{one.file.name}</span>
            <button type="button" className={classes.remove} onClick={() => remove(one)}>
              {one.trouble ? "Remove" : "Stop"}
              <span className="visually-hidden"> {one.file.name}</span>
            </button>
            {one.trouble ? (
              <p className={classes.bad} role="alert">
                {one.trouble}{" "}
                {one.mayRetry && latest.current.length < maxFiles && (
                  <button type="button" className={classes.remove} onClick={() => again(one)}>
                    Try again
                  </button>
                )}
              </p>
            ) : (
              <div className={classes.bar}>
                <ProgressBar value={Math.round(one.share * 100)} label={`Uploading ${one.file.name}`} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
