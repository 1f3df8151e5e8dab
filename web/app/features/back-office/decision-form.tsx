import { approveApplication, rejectApplication } from "@plumbline/contract/back-office/contract.ts";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { call } from "../../call.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { FormActions } from "../../ui/form.tsx";
import { ActionButton } from "../../ui/submit-button.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import { useCheck } from "../../ui/use-check.ts";
import classes from "./application.module.css";
import { ReadyReasons } from "./ready-reasons.tsx";

const rules = async () => (await import("./forms.ts")).DecisionForm;
const decisions = {
  approve: { endpoint: approveApplication, title: "Approve this application?", done: "Approved.", label: "Approve" },
  reject: { endpoint: rejectApplication, title: "Reject this application?", done: "Rejected.", label: "Reject" },
} as const;

/** Approves or rejects an application, with a reason of one's own or a ready one. */
export function DecisionForm({
  application,
  reason,
  onReason,
  onDone,
}: {
  application: { id: number; name: string; verified_at: string | null };
  reason: string;
  onReason: (reason: string) => void;
  onDone: (done: string) => Promise<unknown>;
}) {
  const [complaint, setComplaint] = useState("");
  const [asking, setAsking] = useState<keyof typeof decisions | null>(null);
  const decision = asking && decisions[asking];
  const ready = useCheck(rules);
  const field = useRef<HTMLTextAreaElement>(null);
  const ask = async (which: keyof typeof decisions) => {
    const { errors } = (await ready())({ reason });
    // Rendered at once, so that the field is read together with its message.
    flushSync(() => setComplaint(errors?.["reason"]?.[0] ?? ""));
    if (errors === null) setAsking(which);
    else field.current?.focus();
  };
  return (
    <section className={classes.decide} aria-label="Decision">
      <ReadyReasons decisions={["approved", "rejected"]} onChoose={onReason} />
      <Textarea
        ref={field}
        label="Reason"
        description="The applicant reads it in the e-mail."
        minRows={3}
        maxLength={2000}
        value={reason}
        onChange={(event) => onReason(event.currentTarget.value)}
        error={complaint || undefined}
      />
      <FormActions>
        <ActionButton onPress={() => ask("approve")}>Approve</ActionButton>
        <ActionButton variant="danger" onPress={() => ask("reject")}>
          Reject
        </ActionButton>
      </FormActions>
      {decision && (
        <ConfirmDialog
          opened
          onClose={() => setAsking(null)}
          title={decision.title}
          confirm={decision.label}
          variant={asking === "reject" ? "danger" : "primary"}
          onConfirm={async () => {
            await call(decision.endpoint, { params: { id: application.id }, body: { reason } });
            await onDone(decision.done);
          }}
        >
          <p>
            {application.name} gets an e-mail with your reason
            {asking === "approve" && !application.verified_at ? " once their address is verified" : ""}.{" "}
            {asking === "approve"
              ? "You can undo it until they have created their password."
              : "You can undo it for 30 days."}
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}
