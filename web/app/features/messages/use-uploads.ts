import { mostFiles } from "@plumbline/contract/messages/rules.ts";
import { useRef, useState } from "react";
import { call } from "../../call.ts";
import { asFailure } from "../../failure.ts";
import { draftFor, saveDraft, sentence } from "./outbox.ts";

/** A file that is on its way to the server; `share` from 0 to 1. */
export type Travelling = { key: number; file: File; share: number; trouble: string | null; stop: AbortController };

const largest = 25 * 1024 * 1024;

/** Files of a draft leave as soon as they are chosen; each can be stopped, and one that failed is never sent (row M-07). */
export function useUploads(receiverId: number) {
  const [travelling, setTravelling] = useState<readonly Travelling[]>([]);
  const counter = useRef(0);
  const patch = (key: number, part: Partial<Travelling>) =>
    setTravelling((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const drop = (key: number) => setTravelling((all) => all.filter((one) => one.key !== key));

  const upload = async ({ key, file, stop }: Travelling) => {
    patch(key, { trouble: null, share: 0 });
    try {
      const { uploadMessageFile } = await import("@plumbline/contract/messages/contract.ts");
      const attachment = await call(
        uploadMessageFile,
        { files: [file] },
        { signal: stop.signal, onProgress: (share) => patch(key, { share }) },
      );
      // The draft as it is now: text and other files have changed since.
      const draft = draftFor(receiverId);
      saveDraft(receiverId, { ...draft, files: [...draft.files, attachment] });
      drop(key);
    } catch (thrown) {
      if (stop.signal.aborted) drop(key);
      else {
        console.warn("A file did not upload:", thrown);
        patch(key, { trouble: sentence(asFailure(thrown)) });
      }
    }
  };

  const add = (files: Iterable<File>) => {
    let room = mostFiles - draftFor(receiverId).files.length - travelling.length;
    for (const file of files) {
      counter.current += 1;
      const one: Travelling = { key: counter.current, file, share: 0, trouble: null, stop: new AbortController() };
      if (room <= 0) one.trouble = `A message takes ${mostFiles} files at most.`;
      else if (file.size > largest) one.trouble = "This file is larger than 25 MB.";
      setTravelling((all) => [...all, one]);
      if (one.trouble === null) void upload(one);
      room -= 1;
    }
  };

  const remove = (one: Travelling) => {
    one.stop.abort();
    drop(one.key);
  };
  return { travelling, add, remove, again: (one: Travelling) => void upload(one) };
}
