import {
  type DisputeState,
  disputeMeanings,
  statusLabel,
  type WireStatus,
} from "@plumbline/contract/invoices/rules.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";

const tones: Record<WireStatus, Tone> = {
  draft: "quiet",
  sent: "wait",
  processing: "wait",
  Completed: "calm",
  void: "quiet",
  refunded: "quiet",
};

/** Row I-09: sent reads Pending, Completed reads Paid, any other as it is; beside it, what a bank says of the payment. */
export function InvoiceStatus({ status, dispute }: { status: WireStatus; dispute: DisputeState | undefined | null }) {
  const label = dispute && disputeMeanings[dispute].label;
  return (
    <>
      <Badge tone={tones[status]}>{statusLabel(status)}</Badge>
      {label && (
        <>
          {" "}
          <Badge tone={dispute === "open" ? "wait" : "quiet"}>{label}</Badge>
        </>
      )}
    </>
  );
}
