import type { ComparedKind } from "@plumbline/contract/back-office/reconciliation.ts";
import type { Compared, Difference } from "./schema.ts";

/** One thing of which each side knows an amount in pence, or nothing. */
export type Pair = {
  kind: ComparedKind;
  providerId: string;
  invoiceId?: number | null;
  ours: number | null;
  theirs: number | null;
};

const names: Record<ComparedKind, string> = {
  charge: "The charge",
  fee: "Our fee",
  transfer: "The advisor's share",
  refund: "What was given back",
  membership: "The membership's payment",
  payout: "The payout",
};

/** The sums of each kind, and what differs. Nothing at all on both sides is no difference. */
export function compare(pairs: readonly Pair[]): { compared: Compared[]; differences: Difference[] } {
  const sums = new Map<ComparedKind, Compared>();
  const differences: Difference[] = [];
  for (const { kind, providerId, invoiceId = null, ours, theirs } of pairs) {
    const sum = sums.get(kind) ?? { kind, count: 0, ours: 0, theirs: 0 };
    sums.set(kind, { kind, count: sum.count + 1, ours: sum.ours + (ours ?? 0), theirs: sum.theirs + (theirs ?? 0) });
    if ((ours ?? 0) === (theirs ?? 0) && (ours === null) === (theirs === null)) continue;
    const what =
      ours === null
        ? `${names[kind]} is at the provider and not here.`
        : theirs === null
          ? `${names[kind]} is here and not at the provider.`
          : `${names[kind]} is not the same on both sides.`;
    differences.push({ kind, providerId, invoiceId, what, ours, theirs });
  }
  return { compared: [...sums.values()], differences };
}
