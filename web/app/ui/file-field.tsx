import { type DragEvent, type ReactNode, useId, useRef, useState } from "react";
import { asFailure, failureLines } from "../failure.ts";
import look from "./file-field.module.css";
import { FileIcon, UploadIcon } from "./icons.tsx";
import { ProgressBar } from "./progress-bar.tsx";

/** A file that the server has; size in bytes. */
export type Uploaded = { id: number; name: string; size: number };

type Travelling = { key: number; file: File; share: number; trouble: string | null; stop: AbortController };

const mebibyte = 1024 * 1024;

/** "412.08 KB", as the documents show sizes. */
export function fileSize(bytes: number): string {
  return `${(bytes / 1024).toFixed(2)} KB`;
}

/**
 * Files that travel as soon as they are chosen or dropped, a bar for each; `upload` sends one (usually `call` with
 * `onProgress` and `signal`) and answers its id. A failed one says why and can be tried again; none is lost.
 */
export function FileField({
  label,
  hint = "Up to 25 MB each",
  value,
  onChange,
  upload,
  most = 10,
  largest = 25 * mebibyte,
  accept,
  error,
}: {
  label: ReactNode;
  hint?: ReactNode;
  value: readonly Uploaded[];
  onChange: (files: Uploaded[]) => void;
  upload: (file: File, onProgress: (share: number) => void, signal: AbortSignal) => Promise<{ id: number }>;
  most?: number;
  largest?: number;
  accept?: string;
  error?: ReactNode;
}) {
  const id = useId();
  const [travelling, setTravelling] = useState<Travelling[]>([]);
  const [over, setOver] = useState(false);
  const counter = useRef(0);
  // Several files arrive while the form has not drawn again yet; each must add to what the one before left.
  const latest = useRef(value);
  latest.current = value;

  const patch = (key: number, part: Partial<Travelling>) =>
    setTravelling((all) => all.map((each) => (each.key === key ? { ...each, ...part } : each)));
  const drop = (key: number) => setTravelling((all) => all.filter((each) => each.key !== key));

  const send = async ({ key, file, stop }: Travelling) => {
    patch(key, { trouble: null, share: 0 });
    try {
      const answer = await upload(file, (share) => patch(key, { share }), stop.signal);
      latest.current = [...latest.current, { id: answer.id, name: file.name, size: file.size }];
      onChange([...latest.current]);
      drop(key);
    } catch (thrown) {
      if (stop.signal.aborted) drop(key);
      else patch(key, { trouble: failureLines(asFailure(thrown)).join(" ") });
    }
  };

  const add = (files: Iterable<File>) => {
    let room = most - latest.current.length - travelling.length;
    for (const file of files) {
      counter.current += 1;
      const one: Travelling = { key: counter.current, file, share: 0, trouble: null, stop: new AbortController() };
      if (room <= 0) one.trouble = `At most ${most} files.`;
      else if (file.size > largest) one.trouble = `This file is larger than ${Math.round(largest / mebibyte)} MB.`;
      setTravelling((all) => [...all, one]);
      if (one.trouble === null) void send(one);
      room -= 1;
    }
  };

  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    add(event.dataTransfer.files);
  };

  return (
    <div className={look.field}>
      <p className={look.label} id={`${id}-label`}>
        {label}
      </p>
      <label
        className={over ? `${look.drop} ${look.over}` : look.drop}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <input
          type="file"
          className="visually-hidden"
          aria-labelledby={`${id}-label`}
          aria-describedby={`${id}-hint`}
          aria-invalid={error ? true : undefined}
          multiple={most > 1}
          accept={accept}
          onChange={(event) => {
            add(event.currentTarget.files ?? []);
            event.currentTarget.value = "";
          }}
        />
        <UploadIcon />
        <span id={`${id}-hint`}>
          <strong>Choose {most > 1 ? "files" : "a file"}</strong> or drop {most > 1 ? "them" : "it"} here. {hint}
        </span>
      </label>
      {error && <p className={look.bad}>{error}</p>}
      <ul className={look.files}>
        {value.map((file) => (
          <li key={file.id} className={look.file}>
            <FileIcon />
            <span className={look.name}>
              {file.name} <span className="small">{fileSize(file.size)}</span>
            </span>
            <button
              type="button"
              className={look.remove}
              onClick={() => onChange(value.filter((each) => each.id !== file.id))}
            >
              Remove<span className="visually-hidden"> {file.name}</span>
            </button>
          </li>
        ))}
        {travelling.map((one) => (
          <li key={one.key} className={look.file}>
            <FileIcon />
            <span className={look.name}>{one.file.name}</span>
            <button
              type="button"
              className={look.remove}
              onClick={() => {
                one.stop.abort();
                drop(one.key);
              }}
            >
              {one.trouble ? "Remove" : "Stop"}
              <span className="visually-hidden"> {one.file.name}</span>
            </button>
            {one.trouble ? (
              <p className={look.bad} role="alert">
                {one.trouble}{" "}
                {one.file.size <= largest && latest.current.length < most && (
                  <button type="button" className={look.remove} onClick={() => void send(one)}>
                    Try again
                  </button>
                )}
              </p>
            ) : (
              <div className={look.bar}>
                <ProgressBar value={Math.round(one.share * 100)} label={`Uploading ${one.file.name}`} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
