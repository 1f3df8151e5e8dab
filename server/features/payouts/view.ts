import type { PayoutAccount } from "@plumbline/contract/payouts/contract.ts";
import { requirementsInWords } from "@plumbline/contract/payouts/rules.ts";
import type { PayoutAccountRow } from "./store.ts";

export function payoutView({ payable, requirements, askedAt }: PayoutAccountRow): PayoutAccount {
  return {
    connected: true,
    payable,
    requirements: requirementsInWords(requirements),
    as_of: askedAt?.toISOString() ?? null,
  };
}

export const notConnected: PayoutAccount = { connected: false, payable: false, requirements: [], as_of: null };
