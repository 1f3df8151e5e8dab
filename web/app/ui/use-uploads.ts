import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { asFailure, isPassing } from "../failure.ts";

/** A file on the server; size in bytes. */
export type Uploaded = { id: number; name: string; size: number };

/** A file being uploaded; `share` from 0 to 1, `trouble` is why it failed, `mayRetry` whether it may succeed later. */
export type UploadInProgress = {
  key: number;
  file: File;
  share: number;
  trouble: string | null;
  mayRetry: boolean;
  stop: AbortController;
};

type Options = {
  /** How many more files there is room for besides those being uploaded. */
  room: () => number;
  /** In bytes. */
  maxSize: number;
  /** The messages of files that are not uploaded. */
  texts: { tooMany: string; tooLarge: string };
  /** Uploads a file; returns what adds it to the caller's list. */
  upload: (file: File, onProgress: (share: number) => void, signal: AbortSignal) => Promise<() => void>;
  /** The message of a failed upload. */
  explain: (thrown: unknown) => string;
};

/** Uploads files as soon as they are added; each can be removed meanwhile, and a failed one can be tried again. */
export function useUploads({ room, maxSize, texts, upload, explain }: Options) {
  const [uploading, setUploading] = useState<readonly UploadInProgress[]>([]);
  const counter = useRef(0);
  const patch = (key: number, part: Partial<UploadInProgress>) =>
    setUploading((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const drop = (key: number) => setUploading((all) => all.filter((one) => one.key !== key));

  const send = async ({ key, file, stop }: UploadInProgress) => {
    patch(key, { trouble: null, share: 0 });
    try {
      const addToList = await upload(file, (share) => patch(key, { share }), stop.signal);
      // At once, because the list may be rendered sooner, and the file would be there twice.
      flushSync(() => drop(key));
      addToList();
    } catch (thrown) {
      if (stop.signal.aborted) drop(key);
      else patch(key, { trouble: explain(thrown), mayRetry: isPassing(asFailure(thrown).status) });
    }
  };

  const add = (files: Iterable<File>) => {
    let left = room() - uploading.filter(({ trouble }) => trouble === null).length;
    for (const file of files) {
      counter.current += 1;
      const mayRetry = file.size <= maxSize;
      const trouble = left <= 0 ? texts.tooMany : mayRetry ? null : texts.tooLarge;
      const one = { key: counter.current, file, share: 0, trouble, mayRetry, stop: new AbortController() };
      setUploading((all) => [...all, one]);
      if (trouble === null) void send(one);
      left -= 1;
    }
  };

  const remove = (one: UploadInProgress) => {
    one.stop.abort();
    drop(one.key);
  };
  return { uploading, add, remove, again: (one: UploadInProgress) => void send(one) };
}
