import { maxCharacters, texts } from "@plumbline/contract/messages/rules.ts";
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { AttachIcon, SendIcon } from "../../ui/icons.tsx";
import classes from "./composer.module.css";
import { DraftFiles } from "./draft-files.tsx";
import { saveDraft, send, useDraft } from "./outbox.ts";
import { useDraftUploads } from "./use-draft-uploads.ts";

/** Of the text field, for links to it. */
export const composerId = "message";

const maxHeight = 180;
const typingInterval = 2500;

/**
 * The message input. Enter sends, Shift and Enter starts a new line; the draft is stored per conversation (row M-06).
 */
export function Composer({
  receiverId,
  name,
  closedBecause,
  onTyping,
}: {
  receiverId: number;
  name: string;
  closedBecause: string | null;
  onTyping: () => void;
}) {
  const draft = useDraft(receiverId);
  const uploads = useDraftUploads(receiverId);
  const [hint, setHint] = useState("");
  const text = useRef<HTMLTextAreaElement>(null);
  const typedAt = useRef(0);
  const id = useId();
  const uploading = uploads.uploading.some(({ trouble }) => trouble === null);
  const empty = draft.body.trim() === "" && draft.files.length === 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is written decides the height
  useLayoutEffect(() => {
    const field = text.current;
    if (!field) return;
    field.style.height = "auto";
    field.style.height = `${Math.min(field.scrollHeight + 2, maxHeight)}px`;
  }, [draft.body]);

  const submit = () => {
    if (closedBecause) return;
    if (uploading) return setHint("Your files are still uploading. Send when they are done.");
    if (empty) return setHint(texts.empty);
    setHint("");
    send(receiverId, draft);
    // A failed upload is not sent, and not kept for the next message.
    for (const one of uploads.uploading) uploads.remove(one);
    text.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also ends a composed character, which must not send.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };

  if (closedBecause) return <Closed because={closedBecause} />;
  return (
    <form
      className={classes.composer}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        uploads.add(event.dataTransfer.files);
      }}
    >
      <DraftFiles
        files={draft.files}
        uploads={uploads}
        onRemove={(file) => saveDraft(receiverId, { ...draft, files: draft.files.filter((one) => one.id !== file) })}
        onGone={() => text.current?.focus()}
      />
      <div className={classes.row}>
        <label className={classes.tool}>
          <AttachIcon />
          <span className="visually-hidden">Attach files</span>
          <input
            type="file"
            className="visually-hidden"
            multiple
            onChange={(event) => {
              uploads.add(event.currentTarget.files ?? []);
              event.currentTarget.value = "";
              text.current?.focus();
            }}
          />
        </label>
        <textarea
          ref={text}
          id={composerId}
          rows={1}
          className={classes.text}
          placeholder="Write a message..."
          aria-label={name ? `Message to ${name}` : "Message"}
          aria-describedby={hint ? id : undefined}
          maxLength={maxCharacters}
          value={draft.body}
          onChange={(event) => {
            setHint("");
            saveDraft(receiverId, { ...draft, body: event.currentTarget.value });
            if (Date.now() - typedAt.current < typingInterval) return;
            typedAt.current = Date.now();
            onTyping();
          }}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            if (event.clipboardData.files.length === 0) return;
            event.preventDefault();
            uploads.add(event.clipboardData.files);
          }}
        />
        <button
          type="submit"
          className={classes.send}
          aria-label="Send"
          aria-disabled={empty || uploading || undefined}
        >
          <SendIcon />
        </button>
      </div>
      <p className={classes.hint} id={id} role="status">
        {hint}
      </p>
    </form>
  );
}

/** Why the member may not write, and what to do about it (row M-10). */
function Closed({ because }: { because: string }) {
  const id = useId();
  return (
    <div className={classes.composer}>
      <p className={classes.closed} id={id}>
        {because} {because === texts.closedForCustomer && <Link to="/membership">Choose a plan</Link>}
        {because === texts.closedForAdvisor && <Link to="/create-profile/advisor">Set up your payout account</Link>}
      </p>
      <div className={classes.row}>
        <textarea
          rows={1}
          className={classes.text}
          placeholder="Write a message..."
          aria-label="Message"
          aria-describedby={id}
          disabled
        />
        <button type="button" className={classes.send} aria-label="Send" disabled>
          <SendIcon />
        </button>
      </div>
    </div>
  );
}
