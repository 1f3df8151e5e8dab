import { statusLabel, type WireStatus } from "@plumbline/contract/invoices/rules.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";

const tones: Record<WireStatus, Tone> = {
  draft: "quiet",
  sent: "wait",
  processing: "wait",
  Completed: "calm",
  void: "quiet",
  refunded: "quiet",
};

/** Row I-09: sent reads Pending, Completed reads Paid, any other as it is. */
export function InvoiceStatus({ status }: { status: WireStatus }) {
  return <Badge tone={tones[status]}>{statusLabel(status)}</Badge>;
}
