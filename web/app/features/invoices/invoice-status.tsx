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
  return (
    <>
      <Badge tone={tones[status]}>{statusLabel(status)}</Badge>
      <DisputeBadge dispute={dispute} />
    </>
  );
}

/** What a bank says of a payment, beside its status; nothing when it says nothing. */
export function DisputeBadge({ dispute }: { dispute: DisputeState | undefined | null }) {
  const label = dispute && disputeMeanings[dispute].label;
  if (!label) return null;
  return (
    <>
      {" "}
      <Badge tone={dispute === "lost" ? "quiet" : "wait"}>{label}</Badge>
    </>
  );
}
