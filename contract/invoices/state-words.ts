import { formatPounds } from "../money.ts";
import { product } from "../product.ts";
import { type DisputeState, disputeEffects, type WireStatus } from "./rules.ts";

/** What the words need to know of an invoice; `refunded` in pounds. */
type InvoiceState = { status: WireStatus; dispute: { state: DisputeState } | null; refunded?: number };

/** Who reads an invoice's totals. */
export type InvoiceReader = "customer" | "advisor" | "staff";

// What an invoice's totals are called, derived from its state, so that nothing paid is headed “To pay”.

// biome-ignore format: a table is read by its columns
const titles: Record<WireStatus, Record<InvoiceReader, string>> = {
  draft:      { customer: "Totals",       advisor: "Not sent yet",          staff: "Not sent yet" },
  sent:       { customer: "To pay",       advisor: "Waiting to be paid",    staff: "Waiting to be paid" },
  processing: { customer: "Being paid",   advisor: "Being paid",            staff: "Being paid" },
  Completed:  { customer: "Paid",         advisor: "Paid",                  staff: "Paid" },
  void:       { customer: "Nothing to pay", advisor: "Withdrawn",           staff: "Withdrawn" },
  refunded:   { customer: "Refunded",     advisor: "Refunded",              staff: "Refunded" },
};

/** The title above an invoice's totals; a bank that gave the money back says more than the status does. */
export function totalsTitle({ status, dispute, refunded = 0 }: InvoiceState, reader: InvoiceReader): string {
  if (dispute && disputeEffects[dispute.state].moneyReturned) return "Given back by the bank";
  if (status === "Completed" && refunded > 0) return "Partly refunded";
  return titles[status][reader];
}

const verbs: Record<WireStatus, string> = {
  draft: "receive",
  sent: "receive",
  processing: "receive",
  Completed: "received",
  void: "would have received",
  refunded: "had received",
};

/** What the advisor's share is called: "You receive" until it is paid, "You received" from then on. */
export function shareName(status: WireStatus, reader: "advisor" | "staff"): string {
  const verb = verbs[status];
  if (reader === "advisor") return `You ${verb}`;
  return `The advisor ${verb === "receive" ? "receives" : verb}`;
}

const notes: Record<WireStatus, string> = {
  draft: "A draft, not sent yet.",
  sent: `To be paid by card through ${product}.`,
  processing: `A payment by card through ${product} is under way.`,
  Completed: `Paid by card through ${product}.`,
  void: "Withdrawn: nothing is to be paid.",
  refunded: `Paid by card through ${product}, and given back.`,
};

/** The sentence under the total of the PDF. */
export function paymentNote({ status, dispute, refunded = 0 }: InvoiceState): string {
  if (dispute && disputeEffects[dispute.state].moneyReturned)
    return `Paid by card through ${product}, and given back by the bank.`;
  if (status === "Completed" && refunded > 0)
    return `Paid by card through ${product}, of which ${formatPounds(refunded)} was given back.`;
  return notes[status];
}
