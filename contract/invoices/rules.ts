import { addDays, type Day, daysBetween } from "../dates.ts";
import { formatPence, hundredthsOf, largestCharge, largestTotal, lineAmount, sumOf } from "../money.ts";
import type { Role } from "../product.ts";
import type { VatTreatment } from "./vat.ts";

/** The stored statuses; responses spell completed as `Completed` (decision 19). */
export const invoiceStatuses = ["draft", "sent", "processing", "completed", "void", "refunded"] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];
export const wireStatuses = ["draft", "sent", "processing", "Completed", "void", "refunded"] as const;
export type WireStatus = (typeof wireStatuses)[number];

/** A stored status in the specification's spelling. */
export function wireStatusOf(status: InvoiceStatus): WireStatus {
  return status === "completed" ? "Completed" : status;
}

/** The stored status of one in the specification's spelling. */
export function statusOfWire(status: WireStatus): InvoiceStatus {
  return status === "Completed" ? "completed" : status;
}

/**
 * The status as screens show it: sent is Pending, Completed is Paid, any other unchanged (row I-09). `refunded` is what was
 * given back of a paid one, in any unit.
 */
export function statusLabel(status: WireStatus, refunded = 0): string {
  if (status === "sent") return "Pending";
  if (status === "Completed") return refunded > 0 ? "Partly refunded" : "Paid";
  return status;
}

export type InvoiceAction = "update" | "delete" | "send" | "accept" | "void" | "refund";
type Actor = Role | "staff";

/**
 * The transitions of an invoice. `accept` is the customer's payment: the invoice is processing until the provider answers,
 * then completed, or sent again when the card was declined.
 */
export const invoiceTransitions: readonly {
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

/** What this role may do with an invoice of this status, in the order of the table, without what a dispute blocks. */
export function allowedInvoiceActions(
  status: InvoiceStatus,
  role: Actor,
  dispute: DisputeState | null = null,
): InvoiceAction[] {
  return invoiceTransitions.flatMap((transition) =>
    transition.by === role &&
    transition.from === status &&
    !(transition.action === "refund" && refundBlockedBy(dispute))
      ? [transition.action]
      : [],
  );
}

/** Why an action is refused now, as a sentence for the member who tried it. */
export function refusalReason(action: InvoiceAction, status: InvoiceStatus): string {
  if (action === "accept" && status === "completed") return "This invoice is already paid.";
  if (status === "processing") return "A payment of this invoice is on its way. Please wait a moment.";
  if (status === "void") return "This invoice was withdrawn.";
  if (status === "refunded") return "This invoice was refunded.";
  if (action === "refund") return "Only a paid invoice can be refunded.";
  if (status === "completed") return "This invoice is already paid.";
  return "This invoice has been sent and can no longer be changed.";
}

/**
 * The states of a payment that its payer disputes with their bank, in the order in which they can follow each other: an
 * inquiry, which moves no money, may become a dispute, which the bank then decides. A state never goes back.
 */
export const disputeStates = ["inquiry", "inquiry_closed", "open", "won", "lost"] as const;
export type DisputeState = (typeof disputeStates)[number];

/** Whether a dispute can go from its known state to a reported one; a late report never takes it back. */
export function canBecome(known: DisputeState, reported: DisputeState): boolean {
  return disputeStates.indexOf(reported) >= disputeStates.indexOf(known);
}

/**
 * What each state means for the payment, whose own status does not change (decision 19). While a dispute is open the bank
 * holds the money and alone decides who gets it, so a refund would pay the customer twice. An inquiry holds no money, and a
 * refund may be the best answer to it.
 */
export const disputeEffects: Record<
  DisputeState,
  { label: string | null; moneyReturned: boolean; refundBlockedReason: string | null }
> = {
  inquiry: { label: "Bank inquiry", moneyReturned: false, refundBlockedReason: null },
  inquiry_closed: { label: null, moneyReturned: false, refundBlockedReason: null },
  open: {
    label: "Disputed",
    moneyReturned: false,
    refundBlockedReason:
      "The customer disputes this payment with their bank. It cannot be refunded until the bank has decided.",
  },
  won: { label: null, moneyReturned: false, refundBlockedReason: null },
  lost: {
    label: "Given back",
    moneyReturned: true,
    refundBlockedReason: "The customer's bank has already given this payment back. It cannot be refunded as well.",
  },
};

/** Why a payment may not be refunded, as a sentence; null when no dispute blocks it. */
export function refundBlockedBy(dispute: DisputeState | null): string | null {
  return dispute && disputeEffects[dispute].refundBlockedReason;
}

/** The dispute itself if the bank returned the money in it, so that its payment no longer counts as paid; null otherwise. */
export function disputeThatReturnedMoney<D extends { state: DisputeState }>(dispute: D | null): D | null {
  return dispute && disputeEffects[dispute.state].moneyReturned ? dispute : null;
}

/** A bank's reasons by the provider's codes, as words that can follow "because of". */
const disputeReasons: Record<string, string> = {
  general: "a question of the cardholder's",
  credit_not_processed: "a refund that did not arrive",
  duplicate: "a payment made twice",
  fraudulent: "a payment that the cardholder says was not theirs",
  product_not_received: "work that was not received",
  product_unacceptable: "work that was not as agreed",
  unrecognized: "a payment that the cardholder does not recognise",
};

/** A reason code as words; rare codes share one text. */
export function disputeReason(reason: string): string {
  return disputeReasons[reason] ?? "a reason that only the bank knows";
}

/** Reminders follow that many days after the day on which an invoice is due. */
export const reminderDays = [7, 14] as const;

/** The day on which an invoice with a payment term is due. */
export function dueDay(issuedOn: Day, termDays: number): Day {
  return addDays(issuedOn, termDays);
}

/** How many reminders should have been sent by a day (0, 1 or 2). */
export function remindersDue(dueOn: Day, today: Day): number {
  const late = daysBetween(dueOn, today);
  return reminderDays.filter((days) => late >= days).length;
}

/** 7 as "INV-0007": gapless per advisor (decision 19). */
export function invoiceNumber(number: number): string {
  return `INV-${String(number).padStart(4, "0")}`;
}

const numberPattern = /\binv[- ]?0*([1-9]\d{0,8})\b/i;

/** The invoice number that a search names, as in "INV-0041" or "inv 41 harriet", and its other words; null without one. */
export function invoiceNumberIn(text: string): { number: number; others: string } | null {
  const [matched, digits] = numberPattern.exec(text) ?? [];
  return matched ? { number: Number(digits), others: text.replace(matched, "") } : null;
}

/** The smallest charge that the card provider accepts, in pence. */
const smallestTotal = 30;
export const maxLines = 100;

/** The titles of the line table's columns, which error messages use too. */
export const lineColumns = {
  description: "Description",
  quantity: "Quantity",
  unit_price: "Unit Price",
  amount: "Subtotal",
} as const;

/** A line as typed: decimals may still be strings. */
export type TypedLine = {
  description: string;
  quantity: string | number;
  unit_price: string | number;
  /** For advisors who are registered for VAT. */
  vat_treatment?: VatTreatment | null | undefined;
};
/** A line as stored; its amount is without VAT. */
export type Line = {
  description: string;
  quantityHundredths: number;
  unitPricePence: number;
  amountPence: number;
  /** Null on invoices without VAT, and for the standard rate in a draft that was begun before the registration. */
  vatTreatment: VatTreatment | null;
};
export type LineErrors = Partial<Record<keyof TypedLine, string>>;

function requiredMessage(column: keyof typeof lineColumns): string {
  return `${lineColumns[column]} is required.`;
}

const isEmpty = (value: string | number) => String(value).trim() === "";

/** An empty row: it is neither validated nor sent (row I-02). */
export function isBlankLine(line: TypedLine): boolean {
  return isEmpty(line.description) && isEmpty(line.quantity) && isEmpty(line.unit_price);
}

/** The rows of the line table, with a blank one at the end to type into. */
export function withTrailingBlank<L extends TypedLine>(lines: readonly L[], blank: L): L[] {
  const last = lines.at(-1);
  return last && isEmpty(last.description) ? [...lines] : [...lines, blank];
}

/** The errors of a line by column; empty when the line may be sent (row I-03). */
export function lineErrors(line: TypedLine): LineErrors {
  const errors: LineErrors = {};
  if (isEmpty(line.description)) errors.description = requiredMessage("description");
  for (const column of ["quantity", "unit_price"] as const) {
    if (isEmpty(line[column])) errors[column] = requiredMessage(column);
    else if (!decimalIn(line[column]))
      errors[column] = `${lineColumns[column]} must be a number above 0 with at most two decimals.`;
  }
  if (Object.keys(errors).length === 0 && readLine(line).amountPence > largestCharge)
    errors.unit_price = "This is more than an invoice can carry.";
  return errors;
}

/** The errors of a draft's line: cells may be empty, but text that is not a number could not be stored. */
export function draftLineErrors(line: TypedLine): LineErrors {
  // The errors of a line are by its columns.
  const errors = Object.entries(lineErrors(line)) as [keyof TypedLine, string][];
  return Object.fromEntries(errors.filter(([column]) => !isEmpty(line[column] ?? "")));
}

/** The value in hundredths, or 0 when it is not a number, not above 0 or too large to be stored. */
function decimalIn(value: string | number): number {
  const hundredths = hundredthsOf(value) ?? 0;
  return hundredths > 0 && hundredths <= largestTotal ? hundredths : 0;
}

/** Reads a typed line; cells that are empty or not a number count as 0, because a draft may contain them. */
export function readLine(line: TypedLine): Line {
  const quantityHundredths = decimalIn(line.quantity);
  const unitPricePence = decimalIn(line.unit_price);
  const amountPence = lineAmount(unitPricePence, quantityHundredths);
  const vatTreatment = line.vat_treatment ?? null;
  return { description: line.description.trim(), quantityHundredths, unitPricePence, amountPence, vatTreatment };
}

/** In pence: lines are rounded once each, totals are sums of rounded lines (decision 13). */
export function totalOf(lines: readonly Pick<Line, "amountPence">[]): number {
  return sumOf(lines.map((line) => line.amountPence));
}

/** What is wrong with a total in pence, or null. */
export function totalError(totalPence: number): string | null {
  if (totalPence < smallestTotal) return `The least that can be paid by card is ${formatPence(smallestTotal)}.`;
  if (totalPence > largestCharge) return `An invoice can carry at most ${formatPence(largestCharge)}.`;
  return null;
}

// Texts of the specification, and our own in the same style.
export const texts = {
  sent: "Your invoice has been sent.",
  selectProject: "Please select a project.",
  noLines: "Please add at least one line.",
  notInProgress: "An invoice can be sent for a project in progress only.",
  noCard: "You have no card yet. Add one under Billing, then pay this invoice.",
  paid: "Thank you. This invoice is paid.",
  draftSaved: "Your draft has been saved.",
} as const;
