import {
  type DisputeCase,
  readDispute,
  saveDisputeAnswer,
  sendDisputeAnswer,
} from "@plumbline/contract/disputes/contract.ts";
import { type EvidencePart, type OwnFileKind, ownFileKinds } from "@plumbline/contract/disputes/rules.ts";
import { useState } from "react";
import { useRevalidator } from "react-router";
import { call } from "../../call.ts";
import { notice } from "../../ui/notice.ts";
import { useFormFiles } from "../../ui/use-form-files.ts";
import { useNewestVersion } from "../../ui/use-newest-version.ts";
import { useSchemaForm } from "../../ui/use-schema-form.ts";
import type { Uploaded } from "../../ui/use-uploads.ts";

const rules = async () => (await import("./forms.ts")).AnswerFields;

type Answer = NonNullable<DisputeCase["answer"]>;
type Files = Record<OwnFileKind, Uploaded[]>;

/** Our answer to a dispute while it is written: kept as a draft by submitting its form, then sent once. */
export function useAnswer(dispute: DisputeCase) {
  const { id, answer, proposed } = dispute;
  const { revalidate } = useRevalidator();
  const uploads = useFormFiles();
  // That of what is in the form, whatever the page has loaded since.
  const [begun, setBegun] = useState(answer?.version ?? 0);
  const { newest, save } = useNewestVersion({ version: begun }, async () => {
    const other = (await call(readDispute, { params: { id } })).answer;
    // Ours is the newest where the answer to it was lost, or the provider has refused it.
    return { theirs: other && !isTyped(other) ? other : null, version: other?.version ?? 0 };
  });
  const form = useSchemaForm(rules, {
    draft: `dispute-${id}-${begun}`,
    initialValues: {
      parts: answer?.parts ?? proposed.map(({ part }) => part).filter((part) => part !== "sign_ins"),
      words: answer?.words ?? "",
      files: filesOf(answer?.files ?? []),
    },
    onSubmit: async () => {
      await save(async (version) => {
        await call(saveDisputeAnswer, { params: { id }, body: body(dispute, version) });
        setBegun(version + 1);
      });
      notice("The draft is kept. Nothing was sent.");
      await revalidate();
    },
  });
  const { parts, words, files } = form.values;
  const isTyped = (other: Answer) =>
    other.words === words.trim() &&
    String(other.parts) === String(parts) &&
    JSON.stringify(filesOf(other.files)) === JSON.stringify(files);
  const body = (shown: DisputeCase, version: number) => ({
    parts,
    words,
    files: ownFileKinds.flatMap((kind) => files[kind].map((file) => ({ id: file.id, kind }))),
    version,
    state: shown.state,
  });

  return {
    form,
    uploads,
    /** The version that it replaces, and what a colleague has written in it meanwhile. */
    version: newest?.version ?? begun,
    theirs: newest?.theirs,
    isEmpty: parts.length === 0 && words.trim() === "" && ownFileKinds.every((kind) => files[kind].length === 0),
    tick: (part: EvidencePart, on: boolean) =>
      form.setValue("parts", on ? [...parts, part] : parts.filter((each) => each !== part)),
    chooseFiles: (kind: OwnFileKind, chosen: Uploaded[]) => form.setValue("files", { ...files, [kind]: chosen }),
    /** Whether all files are there; the form says which are not. */
    hasAllFiles: () => {
      try {
        uploads.requireAll();
        form.setFailure(null);
        return true;
      } catch (failure) {
        form.showFailure(failure);
        return false;
      }
    },
    /** Sends it to the bank, as the answer to the dispute and in place of the version that were shown. */
    send: async (shown: DisputeCase, version: number) => {
      const sent = () => call(sendDisputeAnswer, { params: { id }, body: body(shown, version) });
      await save(sent).finally(revalidate);
      notice("The answer is with the bank. It decides.");
    },
  };
}

const filesOf = (kept: Answer["files"]): Files => {
  const of = (kind: OwnFileKind) =>
    kept.filter((file) => file.kind === kind).map(({ id, file_name: name, file_size: size }) => ({ id, name, size }));
  return { signed_agreement: of("signed_agreement"), refund_policy: of("refund_policy"), other: of("other") };
};
