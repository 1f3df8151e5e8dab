import type { Attachment } from "@plumbline/contract/messages/contract.ts";
import { TextButton } from "../../ui/button.tsx";
import { fileSize } from "../../ui/file-field.tsx";
import { FilePicture } from "../../ui/file-picture.tsx";
import { FileIcon } from "../../ui/icons.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import look from "./composer.module.css";
import panes from "./messages.module.css";
import type { useUploads } from "./use-uploads.ts";

/** What goes with the message that is being written: uploaded, on its way, or failed; each can be taken away. */
export function DraftFiles({
  files,
  uploads: { travelling, remove, again },
  onRemove,
}: {
  files: readonly Attachment[];
  uploads: ReturnType<typeof useUploads>;
  onRemove: (id: number) => void;
}) {
  if (files.length + travelling.length === 0) return null;
  return (
    <ul className={look.draftFiles} aria-label="Files to send">
      {files.map((file) => (
        <li key={file.id} className={look.draftFile}>
          {file.content_type.startsWith("image/") ? (
            <FilePicture src={file.file} alt="" fallback={<FileIcon />} />
          ) : (
            <FileIcon />
          )}
          <span className={`${panes.fileName} ${look.name}`}>{file.file_name}</span>
          <span className="small">{fileSize(file.file_size)}, done</span>
          <TextButton onClick={() => onRemove(file.id)}>
            Remove<span className="visually-hidden"> {file.file_name}</span>
          </TextButton>
        </li>
      ))}
      {travelling.map((one) => (
        <li key={one.key} className={look.draftFile} data-failed={one.trouble ? true : undefined}>
          <FileIcon />
          <span className={`${panes.fileName} ${look.name}`}>{one.file.name}</span>
          {one.trouble ? (
            <span className={look.bad} role="alert">
              {one.trouble}
            </span>
          ) : (
            <span className={look.progress}>
              <span className="small">Uploading</span>
              <ProgressBar value={Math.round(one.share * 100)} label={`Uploading ${one.file.name}`} />
            </span>
          )}
          {one.trouble && one.file.size <= 25 * 1024 * 1024 && (
            <TextButton onClick={() => again(one)}>
              Try again<span className="visually-hidden"> {one.file.name}</span>
            </TextButton>
          )}
          <TextButton onClick={() => remove(one)}>
            {one.trouble ? "Remove" : "Stop"}
            <span className="visually-hidden"> {one.file.name}</span>
          </TextButton>
        </li>
      ))}
    </ul>
  );
}
