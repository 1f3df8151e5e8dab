import { type Invoice, withdrawInvoice } from "@plumbline/contract/invoices/contract.ts";
import { useState } from "react";
import { useRevalidator } from "react-router";
import { call } from "../../call.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";

/** Withdraws an invoice that should not have been sent: the customer is notified, and its number stays used. */
export function Withdraw({ invoice }: { invoice: Invoice }) {
  const [asking, setAsking] = useState(false);
  const { revalidate } = useRevalidator();
  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)} aria-haspopup="dialog">
        Withdraw
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={`Withdraw invoice ${invoice.number}?`}
        confirm="Withdraw"
        variant="danger"
        onConfirm={async () => {
          await call(withdrawInvoice, { params: { id: invoice.id } }).finally(revalidate);
        }}
      >
        <p>{invoice.customer.profile.name} is told that there is nothing to pay. This cannot be taken back.</p>
      </ConfirmDialog>
    </>
  );
}
