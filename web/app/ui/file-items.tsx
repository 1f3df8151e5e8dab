import type { ReactNode } from "react";
import classes from "./file-field.module.css";
import { fileSize } from "./file-size.ts";
import { FileIcon } from "./icons.tsx";
import { ProgressBar } from "./progress-bar.tsx";
import type { Uploaded, UploadInProgress } from "./use-uploads.ts";

/** The files of a FileField, those on the server first; without `onRetry` there is no room for a failed one. */
export default function FileItems({
  uploaded,
  uploading,
  onRemove,
  onStop,
  onRetry,
}: {
  uploaded: readonly Uploaded[];
  uploading: readonly UploadInProgress[];
  onRemove: (file: Uploaded) => void;
  onStop: (one: UploadInProgress) => void;
  onRetry: ((one: UploadInProgress) => void) | undefined;
}) {
  return (
    <>
      {uploaded.map((file) => (
        <li key={file.id} className={classes.file}>
          <FileIcon />
          <span className={classes.name}>
            {file.name} <span className="small">{fileSize(file.size)}</span>
          </span>
          <FileButton onClick={() => onRemove(file)}>
            Remove<span className="visually-hidden"> {file.name}</span>
          </FileButton>
        </li>
      ))}
      {uploading.map((one) => (
        <li key={one.key} className={classes.file}>
          <FileIcon />
          <span className={classes.name}>{one.file.name}</span>
          <FileButton onClick={() => onStop(one)}>
            {one.trouble ? "Remove" : "Stop"}
            <span className="visually-hidden"> {one.file.name}</span>
          </FileButton>
          {one.trouble ? (
            <p className={classes.bad} role="alert">
              {one.trouble} {one.mayRetry && onRetry && <FileButton onClick={() => onRetry(one)}>Try again</FileButton>}
            </p>
          ) : (
            <div className={classes.bar}>
              <ProgressBar value={Math.round(one.share * 100)} label={`Uploading ${one.file.name}`} />
            </div>
          )}
        </li>
      ))}
    </>
  );
}

/** It goes with its press, and leaves the focus to the field's input, which the list stands beside. */
function FileButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      className={classes.remove}
      onClick={(event) => {
        event.currentTarget.closest("ul")?.parentElement?.querySelector("input")?.focus();
        onClick();
      }}
    >
      {children}
    </button>
  );
}
