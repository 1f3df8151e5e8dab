import { type DisputeCase, uploadDisputeFile } from "@plumbline/contract/disputes/contract.ts";
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
import { useState } from "react";
import { call } from "../../call.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { FailureNotice } from "../../ui/failure.tsx";
import { FileField } from "../../ui/file-field.tsx";
import { Form, FormActions } from "../../ui/form.tsx";
import { SubmitButton } from "../../ui/submit-button.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import type { PendingFiles } from "../../ui/use-form-files.ts";
import type { Uploaded } from "../../ui/use-uploads.ts";
import { AcceptDialog } from "./accept-dialog.tsx";
import classes from "./disputes.module.css";
import { PartLines } from "./part-lines.tsx";
import { useAnswer } from "./use-answer.ts";

/** Our answer to a dispute: what of the history goes in, own words and files; kept as a draft, then sent once. */
export function AnswerForm({ dispute }: { dispute: DisputeCase }) {
  // With the dispute as it was shown: what is confirmed is not what a live update has made of it meanwhile.
  const [asking, setAsking] = useState<{ to: "answer" | "accept"; shown: DisputeCase; version: number } | null>(null);
  const written = useAnswer(dispute);
  const { form, uploads, isEmpty, version, theirs } = written;
  return (
    <>
      <Form {...form.props}>
        <FromOurRecords proposed={dispute.proposed} chosen={form.values.parts} onTick={written.tick} />
        <Textarea
          label="In your own words"
          description="What was agreed, what was done or used, and why the payment stands. The bank reads it."
          minRows={6}
          maxLength={evidenceLimits.words}
          {...form.field("words")}
        />
        {ownFileKinds.map((kind) => (
          <OwnFile
            key={kind}
            kind={kind}
            files={form.values.files[kind]}
            onChange={(chosen) => written.chooseFiles(kind, chosen)}
            onPending={uploads.onPending(kind)}
          />
        ))}
        <FailureNotice failure={form.failure} />
        <FormActions>
          <Button
            onClick={() => written.hasAllFiles() && setAsking({ to: "answer", shown: dispute, version })}
            aria-haspopup="dialog"
            disabled={isEmpty || uploads.uploading}
          >
            Send to the bank
          </Button>
          <SubmitButton
            variant="line"
            busy={form.busy || uploads.uploading}
            busyText={uploads.uploading ? "Uploading…" : "Keeping…"}
          >
            Keep as a draft
          </SubmitButton>
          <Button
            variant="line"
            onClick={() => setAsking({ to: "accept", shown: dispute, version })}
            aria-haspopup="dialog"
          >
            Accept the dispute
          </Button>
        </FormActions>
        {isEmpty && <p className="small">{disputeTexts.nothing}</p>}
      </Form>
      {theirs && <Theirs answer={theirs} />}
      <ConfirmDialog
        opened={asking?.to === "answer"}
        onClose={() => setAsking(null)}
        title="Send this answer to the bank?"
        confirm="Send, for good"
        onConfirm={() => written.send(asking?.shown ?? dispute, asking?.version ?? version)}
      >
        <p>
          A bank takes one answer. Once it is sent it cannot be changed, and nothing can be added.{" "}
          {dispute.customer.name} does not read it here, but their bank may show it to them.
        </p>
      </ConfirmDialog>
      {asking?.to === "accept" && <AcceptDialog dispute={asking.shown} onClose={() => setAsking(null)} />}
    </>
  );
}

/** What a colleague has kept while this one was written. */
function Theirs({ answer: { by, words, parts, files } }: { answer: NonNullable<DisputeCase["answer"]> }) {
  return (
    <section aria-label="Kept in the meantime" className={classes.theirs}>
      <h2>Kept in the meantime by {by ?? "a colleague"}</h2>
      <p className="small">If you keep or send yours, it replaces theirs.</p>
      {words && <p className={classes.words}>{words}</p>}
      <ul>
        {parts.map((part) => (
          <li key={part}>{evidencePartLabels[part]}</li>
        ))}
        {files.map(({ id, kind, file, file_name: name }) => (
          <li key={id}>
            {ownFileLabels[kind]}: <a href={file}>{name}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What our history says about it, part by part, to be ticked. */
function FromOurRecords({
  proposed,
  chosen,
  onTick,
}: {
  proposed: DisputeCase["proposed"];
  chosen: readonly EvidencePart[];
  onTick: (part: EvidencePart, on: boolean) => void;
}) {
  return (
    <fieldset className={classes.parts}>
      <legend>From our records</legend>
      {proposed.map(({ part, lines }) => (
        <div key={part}>
          <Checkbox
            label={evidencePartLabels[part]}
            checked={chosen.includes(part)}
            onChange={({ currentTarget }) => onTick(part, currentTarget.checked)}
          />
          <PartLines lines={lines} />
        </div>
      ))}
    </fieldset>
  );
}

/** One file of a kind that only we have, such as the signed agreement. */
function OwnFile({
  kind,
  files,
  onChange,
  onPending,
}: {
  kind: OwnFileKind;
  files: Uploaded[];
  onChange: (files: Uploaded[]) => void;
  onPending: (files: PendingFiles) => void;
}) {
  return (
    <FileField
      label={`${ownFileLabels[kind]} (optional)`}
      hint="PDF, JPEG or PNG; 4.5 MB for all files together."
      maxFiles={1}
      maxSize={evidenceLimits.bytes}
      accept={evidenceTypes.join(",")}
      value={files}
      onChange={onChange}
      upload={(file, onProgress, signal) => call(uploadDisputeFile, { files: [file] }, { onProgress, signal })}
      onPending={onPending}
    />
  );
}
