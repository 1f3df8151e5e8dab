import type { ProjectInvoices } from "@plumbline/contract/invoices/contract.ts";
import { formatPence } from "@plumbline/contract/money.ts";
import { useRef } from "react";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { AgainstAgreed, standingWith } from "./invoice-sums.tsx";

/** Asks before an invoice goes beyond what the customer agreed to (ADR-022). */
export function BeyondDialog({
  engagement,
  netPence,
  totalPence,
  customer,
  onClose,
  onSend,
}: {
  /** Null while it is not asked. */
  engagement: ProjectInvoices | null;
  /** Without VAT, as the agreed total is. */
  netPence: number;
  totalPence: number;
  customer: string;
  onClose: () => void;
  onSend: () => Promise<unknown>;
}) {
  // Keeps its content while the dialog closes.
  const last = useRef(engagement);
  if (engagement) last.current = engagement;
  const shown = last.current;
  if (!shown) return null;
  return (
    <ConfirmDialog
      opened={engagement !== null}
      onClose={onClose}
      title="Send more than was agreed?"
      confirm={`Send ${formatPence(totalPence)}`}
      cancel="Back to the invoice"
      onConfirm={onSend}
    >
      <p>
        This invoice goes {formatPence(standingWith(shown, netPence).beyondPence)} beyond the agreed total. {customer}{" "}
        reads that before paying. Send it only if the two of you have talked about it.
      </p>
      <AgainstAgreed engagement={shown} netPence={netPence} />
    </ConfirmDialog>
  );
}
