import { Textarea } from "@mantine/core";
import { RefundForm as Fields, type Invoice, refundInvoice } from "@plumbline/contract/invoices/contract.ts";
import { formatPounds } from "@plumbline/contract/money.ts";
import { useState } from "react";
import { useRevalidator } from "react-router";
import { call } from "../../call.ts";
import { useSavedInput } from "../../saved-input.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { notice } from "../../ui/notice.ts";
import classes from "./invoices.module.css";

/** Refunds a payment, for staff, with a reason that both parties read. */
export function RefundForm({ invoice }: { invoice: Invoice }) {
  const [reason, setReason] = useState("");
  const [complaint, setComplaint] = useState("");
  const [asking, setAsking] = useState(false);
  const { revalidate } = useRevalidator();
  useSavedInput("refund", () => reason || null, setReason);
  const ask = () => {
    const read = Fields.safeParse({ reason });
    setComplaint(read.error?.issues[0]?.message ?? "");
    setAsking(read.success);
  };
  return (
    <div className={classes.refund}>
      <Textarea
        label="Reason"
        description="Both parties read it."
        autosize
        minRows={2}
        maxLength={2000}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={complaint || undefined}
      />
      <Button variant="danger" onClick={ask} aria-haspopup="dialog">
        Refund
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={`Refund ${formatPounds(invoice.total)}?`}
        confirm="Refund"
        variant="danger"
        onConfirm={async () => {
          await call(refundInvoice, { params: { id: invoice.id }, body: { reason } }).finally(revalidate);
          setReason("");
          notice("The payment was given back. Both parties have been told.");
        }}
      >
        <p>
          {invoice.customer.profile.name} gets the whole payment back. What {invoice.advisor.profile.name} received and
          our fee are taken back for it. This cannot be undone.
        </p>
      </ConfirmDialog>
    </div>
  );
}
