import { approveApplication, rejectApplication } from "@plumbline/contract/back-office/contract.ts";
import { decideSeveral } from "@plumbline/contract/back-office/queue.ts";
import { call } from "../../call.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { notice } from "../../ui/notice.ts";
import { Textarea } from "../../ui/textarea.tsx";
import { useSchemaForm } from "../../ui/use-schema-form.ts";
import { type Decision, ReadyReasons } from "./ready-reasons.tsx";

const rules = async () => (await import("./forms.ts")).DecisionForm;

type Applicant = { id: number; name: string };

/** Asks for the reason of a decision, ready-made or in one's own words, about one application or several. */
export function DecisionDialog({
  applicants,
  decision,
  onClose,
  onDone,
}: {
  applicants: readonly Applicant[];
  decision: Decision;
  onClose: () => void;
  /** Gets what could not be decided, with the reason why. */
  onDone: (failed: readonly { name: string; why: string }[]) => unknown;
}) {
  const verb = decision === "approved" ? "Approve" : "Reject";
  const [first] = applicants;
  const whom = applicants.length === 1 ? first?.name : `${applicants.length} applications`;
  const form = useSchemaForm(rules, {
    initialValues: { reason: "" },
    about: `${decision} ${applicants.map(({ id }) => id)}`,
    kept: true,
    onSubmit: async ({ reason }) => {
      const failed = await decide(applicants, decision, reason);
      notice(
        failed.length === 0
          ? `${verb === "Approve" ? "Approved" : "Rejected"}: ${whom}.`
          : `${failed.length} could not be decided.`,
      );
      onClose();
      await onDone(failed);
    },
  });
  return (
    <FormDialog
      title={`${verb} ${whom}?`}
      form={form}
      confirm={verb}
      variant={decision === "approved" ? "primary" : "danger"}
      onClose={onClose}
    >
      <ReadyReasons decisions={[decision]} onChoose={(reason) => form.setValue("reason", reason)} />
      <Textarea
        label="Reason"
        description="The applicant reads it in the e-mail."
        minRows={3}
        maxLength={2000}
        data-autofocus
        {...form.field("reason")}
      />
    </FormDialog>
  );
}

async function decide(applicants: readonly Applicant[], decision: Decision, reason: string) {
  const [first] = applicants;
  if (applicants.length === 1 && first) {
    const endpoint = decision === "approved" ? approveApplication : rejectApplication;
    await call(endpoint, { params: { id: first.id }, body: { reason } });
    return [];
  }
  const body = { ids: applicants.map(({ id }) => id), decision, reason };
  const { failed } = await call(decideSeveral, { body });
  return failed.map(({ id, why }) => ({ name: applicants.find((each) => each.id === id)?.name ?? `#${id}`, why }));
}
