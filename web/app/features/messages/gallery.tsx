import type { Attachment } from "@plumbline/contract/files/attachment.ts";
import type { Message } from "@plumbline/contract/messages/contract.ts";
import { useState } from "react";
import { Link } from "react-router";
import { useFileLink } from "../../file-addresses.ts";
import { shortDayHere } from "../../moment-here.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { FilePicture } from "../../ui/file-picture.tsx";
import { fileSize } from "../../ui/file-size.ts";
import { FileIcon } from "../../ui/icons.tsx";
import { ActionButton } from "../../ui/submit-button.tsx";
import { WordsField } from "../../ui/words-field.tsx";
import classes from "./gallery.module.css";
import paneClasses from "./messages.module.css";
import { useSearch } from "./use-search.ts";

/** The files of a conversation, newest first, pictures as pictures; searched by their names. */
export function Gallery({
  receiver,
  opened,
  onClose,
}: {
  receiver: { id: number; name: string };
  opened: boolean;
  onClose: () => void;
}) {
  const [q, setQ] = useState("");
  const search = useSearch(opened ? { q, receiver_id: receiver.id, files: "yes" } : null);
  const { entries, more, loaded, failure, retry, olderFailure, loadMore } = search;
  return (
    <Dialog opened={opened} onClose={onClose} title={`Files with ${receiver.name}`} size="xl">
      {(entries.length > 0 || q !== "") && (
        <div className={classes.search}>
          <WordsField value={q} label="Search files by name" placeholder="Name of a file" onChange={setQ} />
        </div>
      )}
      {failure && <ErrorState title="The files did not load" failure={failure} onRetry={retry} />}
      <p role="status" className={classes.state}>
        {!loaded && !failure && "Loading…"}
        {loaded &&
          entries.length === 0 &&
          (q ? "No file is called that." : "Files that you send each other are collected here.")}
      </p>
      <ul className={classes.files}>
        {entries.flatMap((message) =>
          message.attachments.map((file) => (
            <li key={`${message.id} ${file.id}`}>
              <File file={file} message={message} receiverId={receiver.id} />
            </li>
          )),
        )}
      </ul>
      {more && (
        <ActionButton variant="line" onPress={loadMore}>
          Show older files
        </ActionButton>
      )}
      <FailureNotice failure={olderFailure} />
    </Dialog>
  );
}

function File({ file, message, receiverId }: { file: Attachment; message: Message; receiverId: number }) {
  return (
    <>
      <a className={classes.file} target="_blank" rel="noopener" {...useFileLink(file.file)}>
        {file.content_type.startsWith("image/") ? (
          <FilePicture src={file.file} alt="" loading="lazy" fallback={<FileIcon size={40} />} />
        ) : (
          <FileIcon size={40} />
        )}
        <span className={paneClasses.fileName} title={file.file_name}>
          {file.file_name}
        </span>
        <span className="visually-hidden"> (opens in a new tab)</span>
      </a>
      <p className="small">
        {fileSize(file.file_size)}, {message.sender.name}
      </p>
      <Link className="small" to={`/messages/${receiverId}?message=${message.id}`}>
        {shortDayHere(message.created_at)}
        <span className="visually-hidden">: show {file.file_name} in the conversation</span>
      </Link>
    </>
  );
}
