import { type DisputeState, disputeEffects, statusLabel, type WireStatus } from "@plumbline/contract/invoices/rules.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";

const tones: Record<WireStatus, Tone> = {
  draft: "quiet",
  sent: "wait",
  processing: "wait",
  Completed: "calm",
  void: "quiet",
  refunded: "quiet",
};

/** Row I-09: sent is shown as Pending, Completed as Paid or Partly refunded, others as they are; with the payment's dispute beside it. */
export function InvoiceStatus({
  invoice: { status, refunded },
  dispute,
}: {
  invoice: { status: WireStatus; refunded: number };
  dispute: DisputeState | undefined | null;
}) {
  return (
    <>
      <Badge tone={tones[status]}>{statusLabel(status, refunded)}</Badge>
      <DisputeBadge dispute={dispute} />
    </>
  );
}

/** The payment's dispute, beside its status; nothing without one. */
export function DisputeBadge({ dispute }: { dispute: DisputeState | undefined | null }) {
  const label = dispute && disputeEffects[dispute].label;
  if (!label) return null;
  return (
    <>
      {" "}
      <Badge tone={dispute === "lost" ? "quiet" : "wait"}>{label}</Badge>
    </>
  );
}
