import { addDays, type Day, daysBetween } from "../dates.ts";
import { formatPence, hundredthsOf, largestCharge, largestTotal, lineAmount, sumOf } from "../money.ts";
import type { Role } from "../product.ts";

/** Inside; the wire says `Completed` for completed (decision 19). */
export const invoiceStatuses = ["draft", "sent", "processing", "completed", "void", "refunded"] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];
export const wireStatuses = ["draft", "sent", "processing", "Completed", "void", "refunded"] as const;
export type WireStatus = (typeof wireStatuses)[number];

/** The inside's word as the specification spells it. */
export function wireStatusOf(status: InvoiceStatus): WireStatus {
  return status === "completed" ? "Completed" : status;
}

/** What people read: sent is Pending, Completed is Paid, any other as it is (row I-09). */
export function statusLabel(status: WireStatus): string {
  if (status === "sent") return "Pending";
  if (status === "Completed") return "Paid";
  return status;
}

export type InvoiceAction = "update" | "delete" | "send" | "accept" | "void" | "refund";
type Actor = Role | "staff";

/**
 * The life of an invoice. `accept` is the customer's payment: it leaves the invoice processing until the provider has
 * answered, then completed, or sent again when the card was refused.
 */
export const invoiceMoves: readonly {
  action: InvoiceAction;
  by: Actor;
  from: InvoiceStatus;
  to: InvoiceStatus | null;
}[] = [
  { action: "update", by: "advisor", from: "draft", to: "draft" },
  { action: "send", by: "advisor", from: "draft", to: "sent" },
  { action: "delete", by: "advisor", from: "draft", to: null },
  { action: "accept", by: "customer", from: "sent", to: "processing" },
  { action: "void", by: "advisor", from: "sent", to: "void" },
  { action: "refund", by: "staff", from: "completed", to: "refunded" },
];

/** What this role may do with an invoice of this status, in the order of the table, less what a dispute stands against. */
export function allowedInvoiceActions(
  status: InvoiceStatus,
  role: Actor,
  dispute: DisputeState | null = null,
): InvoiceAction[] {
  return invoiceMoves.flatMap((move) =>
    move.by === role && move.from === status && !(move.action === "refund" && refundBarredBy(dispute))
      ? [move.action]
      : [],
  );
}

/** Why an action is refused now, in a sentence for the one who asked. */
export function refusalOf(action: InvoiceAction, status: InvoiceStatus): string {
  if (action === "accept" && status === "completed") return "This invoice is already paid.";
  if (status === "processing") return "A payment of this invoice is on its way. Please wait a moment.";
  if (status === "void") return "This invoice was withdrawn.";
  if (status === "refunded") return "This invoice was refunded.";
  if (action === "refund") return "Only a paid invoice can be refunded.";
  if (status === "completed") return "This invoice is already paid.";
  return "This invoice has been sent and can no longer be changed.";
}

/**
 * How a payment that its payer disputes with their bank stands, in the order in which it can come about: a bank may only
 * inquire, and takes no money then; it may make that a dispute; and it decides for us or for them. It never goes back.
 */
export const disputeStates = ["inquiry", "inquiry_closed", "open", "won", "lost"] as const;
export type DisputeState = (typeof disputeStates)[number];

/** Whether a dispute that is known to stand one way can come to stand another way; what is told late cannot undo it. */
export function canBecome(known: DisputeState, told: DisputeState): boolean {
  return disputeStates.indexOf(told) >= disputeStates.indexOf(known);
}

/**
 * What a dispute means for its payment, which stays as paid as it was: decision 19 has no status of its own for it. The
 * bank holds the money while it is open and decides alone who gets it; a refund besides would pay the customer twice. An
 * inquiry holds nothing, and a refund may be the best answer to it.
 */
export const disputeMeanings: Record<
  DisputeState,
  { label: string | null; givenBack: boolean; refundBarred: string | null }
> = {
  inquiry: { label: "Bank inquiry", givenBack: false, refundBarred: null },
  inquiry_closed: { label: null, givenBack: false, refundBarred: null },
  open: {
    label: "Disputed",
    givenBack: false,
    refundBarred:
      "The customer disputes this payment with their bank. It cannot be refunded until the bank has decided.",
  },
  won: { label: null, givenBack: false, refundBarred: null },
  lost: {
    label: "Given back",
    givenBack: true,
    refundBarred: "The customer's bank has already given this payment back. It cannot be refunded as well.",
  },
};

/** Why a payment may not be refunded, in a sentence; null when no dispute stands against it. */
export function refundBarredBy(dispute: DisputeState | null): string | null {
  return dispute && disputeMeanings[dispute].refundBarred;
}

/** The dispute by which a bank has given the money back: what it took counts as paid no longer, whatever the status says. */
export function givenBackIn<D extends { state: DisputeState }>(dispute: D | null): D | null {
  return dispute && disputeMeanings[dispute.state].givenBack ? dispute : null;
}

/** What a bank says a dispute is about, by the provider's word, to follow "because of". */
const disputeReasons: Record<string, string> = {
  general: "a question of the cardholder's",
  credit_not_processed: "a refund that did not arrive",
  duplicate: "a payment made twice",
  fraudulent: "a payment that the cardholder says was not theirs",
  product_not_received: "work that was not received",
  product_unacceptable: "work that was not as agreed",
  unrecognized: "a payment that the cardholder does not recognise",
};

/** A reason in words; banks have more of them than are worth a sentence. */
export function disputeReason(reason: string): string {
  return disputeReasons[reason] ?? "a reason that only the bank knows";
}

/** An invoice is due this many days after it is sent; reminders leave so many days after that. */
export const paymentTermDays = 30;
export const reminderDays = [7, 14] as const;

export function dueDay(issuedOn: Day): Day {
  return addDays(issuedOn, paymentTermDays);
}

/** How many reminders should have left by a day (0, 1 or 2). */
export function remindersDue(dueOn: Day, today: Day): number {
  const late = daysBetween(dueOn, today);
  return reminderDays.filter((days) => late >= days).length;
}

/** 7 as "INV-0007": gapless per advisor (decision 19). */
export function invoiceNumber(number: number): string {
  return `INV-${String(number).padStart(4, "0")}`;
}

/** The least that a card can be charged, in pence. */
export const smallestTotal = 30;
export const mostLines = 100;

/** The columns of the line table; a message is made of its column's title. */
export const lineColumns = {
  description: "Description",
  quantity: "Quantity",
  unit_price: "Unit Price",
  amount: "Subtotal",
} as const;

/** A line as it is typed: decimals are still text. */
export type TypedLine = { description: string; quantity: string | number; unit_price: string | number };
/** A line as it is kept: hundredths, pence, pence. */
export type Line = { description: string; quantityHundredths: number; unitPricePence: number; amountPence: number };
export type LineComplaints = Partial<Record<keyof TypedLine, string>>;

export function requiredMessage(column: keyof typeof lineColumns): string {
  return `${lineColumns[column]} is required.`;
}

const isEmpty = (value: string | number) => String(value).trim() === "";

/** A row nobody has touched: it is neither validated nor sent (row I-02). */
export function isBlank(line: TypedLine): boolean {
  return isEmpty(line.description) && isEmpty(line.quantity) && isEmpty(line.unit_price);
}

/** The rows of a table that count; a new blank one is always kept at its end. */
export function withBlankEnd<L extends TypedLine>(lines: readonly L[], blank: L): L[] {
  const last = lines.at(-1);
  return last && isEmpty(last.description) ? [...lines] : [...lines, blank];
}

/** What is wrong with a line, by column; empty when it may be sent (row I-03). */
export function complaintsOf(line: TypedLine): LineComplaints {
  const complaints: LineComplaints = {};
  if (isEmpty(line.description)) complaints.description = requiredMessage("description");
  for (const column of ["quantity", "unit_price"] as const) {
    if (isEmpty(line[column])) complaints[column] = requiredMessage(column);
    else if (!decimalIn(line[column]))
      complaints[column] = `${lineColumns[column]} must be a number above 0 with at most two decimals.`;
  }
  if (Object.keys(complaints).length === 0 && readLine(line).amountPence > largestCharge)
    complaints.unit_price = "This is more than an invoice can carry.";
  return complaints;
}

/** A draft may have empty cells, but keeps nothing that is no number: it would be lost. */
export function draftComplaintsOf(line: TypedLine): LineComplaints {
  const told = Object.entries(complaintsOf(line)) as [keyof TypedLine, string][];
  return Object.fromEntries(told.filter(([column]) => !isEmpty(line[column])));
}

/** Above 0 and within what can be stored; hundredths, or 0 when it is neither. */
function decimalIn(value: string | number): number {
  const hundredths = hundredthsOf(value) ?? 0;
  return hundredths > 0 && hundredths <= largestTotal ? hundredths : 0;
}

/** Reads a typed line; cells that are empty or no number count as 0, as a draft may hold them. */
export function readLine(line: TypedLine): Line {
  const quantityHundredths = decimalIn(line.quantity);
  const unitPricePence = decimalIn(line.unit_price);
  const amountPence = lineAmount(unitPricePence, quantityHundredths);
  return { description: line.description.trim(), quantityHundredths, unitPricePence, amountPence };
}

/** In pence: lines are rounded once each, totals are sums of rounded lines (decision 13). */
export function totalOf(lines: readonly Pick<Line, "amountPence">[]): number {
  return sumOf(lines.map((line) => line.amountPence));
}

/** What is wrong with a total in pence, or null. */
export function totalComplaint(totalPence: number): string | null {
  if (totalPence < smallestTotal) return "The least that can be paid by card is £0.30.";
  if (totalPence > largestCharge) return `An invoice can carry at most ${formatPence(largestCharge)}.`;
  return null;
}

// Texts of the specification, and ours in its manner.
export const texts = {
  sent: "Your invoice has been sent.",
  selectProject: "Please select a project.",
  noLines: "Please add at least one line.",
  notInProgress: "An invoice can be sent for a project in progress only.",
  noCard: "You have no card yet. Add one under Billing, then pay this invoice.",
  paid: "Thank you. This invoice is paid.",
  draftSaved: "Your draft has been saved.",
} as const;
