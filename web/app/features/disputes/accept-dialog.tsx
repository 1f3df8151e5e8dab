import { acceptDispute, type DisputeCase } from "@plumbline/contract/disputes/contract.ts";
import { formatPounds } from "@plumbline/contract/money.ts";
import { useRevalidator } from "react-router";
import { call } from "../../call.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { notice } from "../../ui/notice.ts";
import { Textarea } from "../../ui/textarea.tsx";
import { useSchemaForm } from "../../ui/use-schema-form.ts";

const rules = async () => (await import("./forms.ts")).AcceptFields;

/** Gives a dispute up, with what that costs. */
export function AcceptDialog({ dispute, onClose }: { dispute: DisputeCase; onClose: () => void }) {
  const { revalidate } = useRevalidator();
  const form = useSchemaForm(rules, {
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
