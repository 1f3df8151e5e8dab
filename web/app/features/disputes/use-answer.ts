import { type DisputeCase, saveDisputeAnswer, sendDisputeAnswer } from "@plumbline/contract/disputes/contract.ts";
import { type EvidencePart, type OwnFileKind, ownFileKinds } from "@plumbline/contract/disputes/rules.ts";
import { useRevalidator } from "react-router";
import { call } from "../../call.ts";
import { notice } from "../../ui/notice.ts";
import { useFormFiles } from "../../ui/use-form-files.ts";
import { useSchemaForm } from "../../ui/use-schema-form.ts";
import type { Uploaded } from "../../ui/use-uploads.ts";

const rules = async () => (await import("./forms.ts")).AnswerFields;

type Files = Record<OwnFileKind, Uploaded[]>;

/** Our answer to a dispute while it is written: kept as a draft by submitting its form, then sent once. */
export function useAnswer(dispute: DisputeCase) {
  const { id, answer, proposed } = dispute;
  const { revalidate } = useRevalidator();
  const uploads = useFormFiles();
  const form = useSchemaForm(rules, {
    draft: `dispute-${id}-${answer?.version ?? 0}`,
    initialValues: {
      parts: answer?.parts ?? proposed.map(({ part }) => part).filter((part) => part !== "sign_ins"),
      words: answer?.words ?? "",
      files: filesOf(answer?.files ?? []),
    },
    onSubmit: async () => {
      await call(saveDisputeAnswer, { params: { id }, body: body(dispute) });
      notice("The draft is kept. Nothing was sent.");
      await revalidate();
    },
  });
  const { parts, words, files } = form.values;
  const body = (shown: DisputeCase) => ({
    parts,
    words,
    files: ownFileKinds.flatMap((kind) => files[kind].map((file) => ({ id: file.id, kind }))),
    version: shown.answer?.version ?? 0,
    state: shown.state,
  });

  return {
    form,
    uploads,
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
    /** Sends it to the bank, as the answer to the dispute that was `shown`. */
    send: async (shown: DisputeCase) => {
      await call(sendDisputeAnswer, { params: { id }, body: body(shown) }).finally(revalidate);
      notice("The answer is with the bank. It decides.");
    },
  };
}

const filesOf = (kept: NonNullable<DisputeCase["answer"]>["files"]): Files => {
  const of = (kind: OwnFileKind) =>
    kept.filter((file) => file.kind === kind).map(({ id, file_name: name, file_size: size }) => ({ id, name, size }));
  return { signed_agreement: of("signed_agreement"), refund_policy: of("refund_policy"), other: of("other") };
};
