import { uploadMessageFile } from "@plumbline/contract/messages/contract.ts";
import { maxFiles } from "@plumbline/contract/messages/rules.ts";
import { call } from "../../call.ts";
import { asFailure } from "../../failure.ts";
import { useUploads } from "../../ui/use-uploads.ts";
import { draftFor, saveDraft, sentence } from "./outbox.ts";

const texts = { tooMany: `A message takes ${maxFiles} files at most.`, tooLarge: "This file is larger than 25 MB." };

/** Uploads the files of the draft to one member; a failed one is never sent (row M-07). */
export const useDraftUploads = (receiverId: number) =>
  useUploads({
    texts,
    maxSize: 25 * 1024 * 1024,
    room: () => maxFiles - draftFor(receiverId).files.length,
    upload: async (file, onProgress, signal) => {
      const attachment = await call(uploadMessageFile, { files: [file] }, { signal, onProgress });
      return () => {
        // The current draft: text and other files have changed since.
        const draft = draftFor(receiverId);
        saveDraft(receiverId, { ...draft, files: [...draft.files, attachment] });
      };
    },
    explain: (thrown) => {
      console.warn("A file did not upload:", thrown);
      return sentence(asFailure(thrown));
    },
  });
