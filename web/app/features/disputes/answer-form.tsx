import {
  acceptDispute,
  type DisputeCase,
  saveDisputeAnswer,
  sendDisputeAnswer,
  uploadDisputeFile,
} from "@plumbline/contract/disputes/contract.ts";
import {
  disputeTexts,
  type EvidencePart,
  evidenceLimits,
  evidencePartLabels,
  evidenceTypes,
  type OwnFileKind,
  ownFileKinds,
  ownFileLabels,
} from "@plumbline/contract/disputes/rules.ts";
import { formatPounds } from "@plumbline/contract/money.ts";
import { useState } from "react";
import { useRevalidator } from "react-router";
import { call } from "../../call.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { FileField, type Uploaded } from "../../ui/file-field.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { notice } from "../../ui/notice.ts";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import { useFormFiles } from "../../ui/use-form-files.ts";
import { useSchemaForm } from "../../ui/use-schema-form.ts";
import classes from "./disputes.module.css";
import { PartLines } from "./part-lines.tsx";

const rules = async () => (await import("./forms.ts")).AnswerFields;
const acceptRules = async () => (await import("./forms.ts")).AcceptFields;

type Files = Record<OwnFileKind, Uploaded[]>;

/** Our answer to a dispute: what of the history goes in, own words and files; kept as a draft, then sent once. */
export function AnswerForm({ dispute }: { dispute: DisputeCase }) {
  const { id, answer, proposed, customer } = dispute;
  const { revalidate } = useRevalidator();
  // With the dispute as it was shown: what is confirmed is not what a live update has made of it meanwhile.
  const [asking, setAsking] = useState<{ to: "answer" | "accept"; shown: DisputeCase } | null>(null);
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
  const empty = parts.length === 0 && words.trim() === "" && ownFileKinds.every((kind) => files[kind].length === 0);
  const askToSend = () => {
    try {
      uploads.requireAll();
      form.setFailure(null);
      setAsking({ to: "answer", shown: dispute });
    } catch (failure) {
      form.showFailure(failure);
    }
  };
  const tick = (part: EvidencePart, on: boolean) =>
    form.setValue("parts", on ? [...parts, part] : parts.filter((each) => each !== part));
  return (
    <>
      <Form {...form.props}>
        <fieldset className={classes.parts}>
          <legend>From our records</legend>
          {proposed.map(({ part, lines }) => (
            <div key={part}>
              <Checkbox
                label={evidencePartLabels[part]}
                checked={parts.includes(part)}
                onChange={({ currentTarget }) => tick(part, currentTarget.checked)}
              />
              <PartLines lines={lines} />
            </div>
          ))}
        </fieldset>
        <Textarea
          label="In your own words"
          description="What was agreed, what was done or used, and why the payment stands. The bank reads it."
          minRows={6}
          maxLength={evidenceLimits.words}
          {...form.field("words")}
        />
        {ownFileKinds.map((kind) => (
          <FileField
            key={kind}
            label={`${ownFileLabels[kind]} (optional)`}
            hint="PDF, JPEG or PNG; 4.5 MB for all files together."
            maxFiles={1}
            maxSize={evidenceLimits.bytes}
            accept={evidenceTypes.join(",")}
            value={files[kind]}
            onChange={(chosen) => form.setValue("files", { ...files, [kind]: chosen })}
            upload={(file, onProgress, signal) => call(uploadDisputeFile, { files: [file] }, { onProgress, signal })}
            onPending={uploads.onPending(kind)}
          />
        ))}
        <FailureNotice failure={form.failure} />
        <FormActions>
          <Button onClick={askToSend} aria-haspopup="dialog" disabled={empty || uploads.uploading}>
            Send to the bank
          </Button>
          <SubmitButton
            variant="line"
            busy={form.busy || uploads.uploading}
            busyText={uploads.uploading ? "Uploading…" : "Keeping…"}
          >
            Keep as a draft
          </SubmitButton>
          <Button variant="line" onClick={() => setAsking({ to: "accept", shown: dispute })} aria-haspopup="dialog">
            Accept the dispute
          </Button>
        </FormActions>
        {empty && <p className="small">{disputeTexts.nothing}</p>}
      </Form>
      <ConfirmDialog
        opened={asking?.to === "answer"}
        onClose={() => setAsking(null)}
        title="Send this answer to the bank?"
        confirm="Send, for good"
        onConfirm={async () => {
          await call(sendDisputeAnswer, { params: { id }, body: body(asking?.shown ?? dispute) }).finally(revalidate);
          notice("The answer is with the bank. It decides.");
        }}
      >
        <p>
          A bank takes one answer. Once it is sent it cannot be changed, and nothing can be added. {customer.name} does
          not read it here, but their bank may show it to them.
        </p>
      </ConfirmDialog>
      {asking?.to === "accept" && <AcceptDialog dispute={asking.shown} onClose={() => setAsking(null)} />}
    </>
  );
}

const filesOf = (kept: NonNullable<DisputeCase["answer"]>["files"]): Files => {
  const of = (kind: OwnFileKind) =>
    kept.filter((file) => file.kind === kind).map(({ id, file_name: name, file_size: size }) => ({ id, name, size }));
  return { signed_agreement: of("signed_agreement"), refund_policy: of("refund_policy"), other: of("other") };
};

/** Gives a dispute up, with what that costs. */
function AcceptDialog({ dispute, onClose }: { dispute: DisputeCase; onClose: () => void }) {
  const { revalidate } = useRevalidator();
  const form = useSchemaForm(acceptRules, {
    initialValues: { reason: "" },
    kept: true,
    onSubmit: async (_, body) => {
      await call(acceptDispute, { params: { id: dispute.id }, body: { ...body, state: dispute.state } }).finally(
        revalidate,
      );
      notice("The dispute is accepted.");
      onClose();
    },
  });
  const sum = formatPounds(dispute.amount);
  return (
    <FormDialog title="Accept this dispute?" form={form} confirm="Accept it as lost" variant="danger" onClose={onClose}>
      {dispute.state === "inquiry" ? (
        <p>The inquiry is closed without an answer. No money has been taken, and the payment stands for now.</p>
      ) : (
        <p>
          {dispute.customer.name} keeps {sum}, which their bank has taken from our balance, and the provider keeps its
          fee for the dispute.{" "}
          {dispute.advisor
            ? `${dispute.advisor.name} keeps what was paid to them.`
            : "The membership that was paid for with it ends at once."}{" "}
          This cannot be undone.
        </p>
      )}
      <Textarea
        label="Reason"
        description="It stands in the audit."
        minRows={2}
        maxLength={2000}
        {...form.field("reason")}
      />
    </FormDialog>
  );
}
