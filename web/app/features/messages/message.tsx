import type { Attachment } from "@plumbline/contract/files/attachment.ts";
import type { Message as Said } from "@plumbline/contract/messages/contract.ts";
import type { ReactNode } from "react";
import { useFileLink } from "../../file-addresses.ts";
import { momentHere, shortDayHere } from "../../moment-here.ts";
import { currentMe } from "../../shell/me.ts";
import { TextButton } from "../../ui/button.tsx";
import { FilePicture } from "../../ui/file-picture.tsx";
import { fileSize } from "../../ui/file-size.ts";
import { FileIcon } from "../../ui/icons.tsx";
import { ReportButton } from "../reports/report-button.tsx";
import classes from "./chat.module.css";
import paneClasses from "./messages.module.css";
import { discard, sendAgain } from "./outbox.ts";
import type { Pending } from "./thread.ts";

/** A message: sender, time, text and files. One's own are on the right (row M-05). */
export function Message({
  message,
  mine,
  mark,
  isTarget,
}: {
  message: Said;
  mine: boolean;
  mark: string | null;
  /** It was searched for. */
  isTarget: boolean;
}) {
  return (
    <article
      className={classes.message}
      data-mine={mine || undefined}
      data-message={message.id}
      data-target={isTarget || undefined}
      tabIndex={isTarget ? -1 : undefined}
    >
      <Meta name={message.sender.name} at={message.created_at} />
      {message.removed ? <p className={classes.removed}>{message.body}</p> : <Bubble body={message.body} />}
      <Files files={message.attachments} />
      {!mine && !message.removed && (
        <ReportButton
          className={classes.report}
          what={`this message from ${message.sender.name}`}
          thing={{ kind: "message", id: message.id, conversationId: message.conversation_id }}
        />
      )}
      {mark && <p className={classes.mark}>{mark}</p>}
    </article>
  );
}

/** One's own message that is not stored yet; a failed one has the reason and can be sent again. */
export function PendingMessage({ pending, receiverId }: { pending: Pending; receiverId: number }) {
  return (
    <article className={classes.message} data-mine data-failed={pending.trouble ? true : undefined}>
      <Meta name={currentMe().name || "You"} at={pending.createdAt} />
      <Bubble body={pending.body} />
      <Files files={pending.files} />
      {pending.trouble ? (
        <div className={classes.trouble} role="alert">
          <p>Not sent. {pending.trouble}</p>
          <TextButton onClick={() => sendAgain(receiverId, pending)}>Send again</TextButton>
          <TextButton onClick={() => discard(receiverId, pending)}>Delete</TextButton>
        </div>
      ) : (
        <p className={classes.mark}>Sending…</p>
      )}
    </article>
  );
}

function Meta({ name, at }: { name: string; at: string }) {
  return (
    <p className={classes.meta}>
      <strong>{name}</strong>{" "}
      <time dateTime={at}>
        {shortDayHere(at)} <span>{momentHere(at).split(", ")[1]}</span>
      </time>
    </p>
  );
}

/** An empty body is not rendered as text. */
function Bubble({ body }: { body: string }) {
  return body.trim() ? <p className={classes.bubble}>{withLinks(body)}</p> : null;
}

const address = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]'])/g;

/** Links open in a new tab, without a referrer. */
function withLinks(body: string): ReactNode[] {
  return body.split(address).map((part, place) =>
    place % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one message keep their positions
      <a key={place} href={part} target="_blank" rel="noopener noreferrer nofollow">
        {part}
      </a>
    ) : (
      part
    ),
  );
}

/** Tiles that open the file in a new tab, with its size (row M-03); pictures are displayed. */
function Files({ files }: { files: readonly Attachment[] }) {
  if (files.length === 0) return null;
  return (
    <ul className={classes.tiles}>
      {files.map((file) => (
        <li key={file.id}>
          <Tile {...file} />
        </li>
      ))}
    </ul>
  );
}

function Tile({ file, file_name: name, file_size: size, content_type: type }: Attachment) {
  return (
    <a className={classes.tile} target="_blank" rel="noopener" {...useFileLink(file)}>
      {type.startsWith("image/") ? (
        <FilePicture src={file} alt="" loading="lazy" fallback={<FileIcon />} />
      ) : (
        <FileIcon />
      )}
      <span>
        <span className={paneClasses.fileName} title={name}>
          {name}
        </span>
        <span className="small">{fileSize(size)}</span>
        <span className="visually-hidden"> (opens in a new tab)</span>
      </span>
    </a>
  );
}
