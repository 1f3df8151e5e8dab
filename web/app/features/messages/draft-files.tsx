import type { Attachment } from "@plumbline/contract/files/attachment.ts";
import { TextButton } from "../../ui/button.tsx";
import { FilePicture } from "../../ui/file-picture.tsx";
import { fileSize } from "../../ui/file-size.ts";
import { FileIcon } from "../../ui/icons.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import classes from "./composer.module.css";
import paneClasses from "./messages.module.css";
import type { useDraftUploads } from "./use-draft-uploads.ts";

/** The files of the draft: uploaded, uploading, or failed; each can be removed. */
export function DraftFiles({
  files,
  uploads: { uploading, remove, again },
  onRemove,
  onGone,
}: {
  files: readonly Attachment[];
  uploads: ReturnType<typeof useDraftUploads>;
  onRemove: (id: number) => void;
  /** Called when a button is gone together with its file, and the focus with it. */
  onGone: () => void;
}) {
  return (
    // It is there before its first file, or that one would not be read out.
    <ul className={classes.draftFiles} aria-label="Files to send" aria-live="polite">
      {files.map((file) => (
        <li key={file.id} className={classes.draftFile}>
          {file.content_type.startsWith("image/") ? (
            <FilePicture src={file.file} alt="" fallback={<FileIcon />} />
          ) : (
            <FileIcon />
          )}
          <span className={`${paneClasses.fileName} ${classes.name}`} title={file.file_name}>
            {file.file_name}
          </span>
          <span className="small">{fileSize(file.file_size)}, done</span>
          <TextButton
            onClick={() => {
              onRemove(file.id);
              onGone();
            }}
          >
            Remove<span className="visually-hidden"> {file.file_name}</span>
          </TextButton>
        </li>
      ))}
      {uploading.map((one) => (
        <li key={one.key} className={classes.draftFile} data-failed={one.trouble ? true : undefined}>
          <FileIcon />
          <span className={`${paneClasses.fileName} ${classes.name}`} title={one.file.name}>
            {one.file.name}
          </span>
          {one.trouble === null && (
            <span className={classes.progress}>
              <span className="small">Uploading</span>
              <ProgressBar value={Math.round(one.share * 100)} label={`Uploading ${one.file.name}`} />
            </span>
          )}
          <TextButton
            onClick={() => {
              remove(one);
              onGone();
            }}
          >
            {one.trouble ? "Remove" : "Stop"}
            <span className="visually-hidden"> {one.file.name}</span>
          </TextButton>
          {one.trouble && (
            <span className={classes.bad} role="alert">
              {/* The refusals of the server begin with the name, which stands above. */}
              {one.trouble.replace(`${one.file.name}: `, "")}{" "}
              {one.mayRetry && (
                <TextButton onClick={() => again(one)}>
                  Try again<span className="visually-hidden"> {one.file.name}</span>
                </TextButton>
              )}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
