import type { AccountState } from "@plumbline/contract/product.ts";
import type { Tone } from "../../ui/badge.tsx";

/** How an account's state is shown to staff. */
export const tones: Record<AccountState, Tone> = {
  pending_verification: "quiet",
  pending_review: "wait",
  approved: "calm",
  active: "calm",
  rejected: "bad",
  suspended: "bad",
  closed: "quiet",
};
