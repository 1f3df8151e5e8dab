import { type Status, statusLabels } from "@plumbline/contract/engagements/rules.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";

export const tones: Record<Status, Tone> = {
  proposed: "wait",
  accepted: "calm",
  in_progress: "calm",
  edit_suggested: "wait",
  rejected: "bad",
  completed: "quiet",
};

export function StatusBadge({ status }: { status: Status }) {
  return <Badge tone={tones[status]}>{statusLabels[status]}</Badge>;
}
