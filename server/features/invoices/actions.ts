import { dayInLondon } from "@plumbline/contract/dates.ts";
import {
  allowedInvoiceActions,
  complaintsOf,
  dueDay,
  type InvoiceAction,
  type InvoiceStatus,
  isBlank,
  type Line,
  readLine,
  refusalOf,
  type TypedLine,
  texts,
  totalComplaint,
  totalOf,
} from "@plumbline/contract/invoices/rules.ts";
import { decimalOf, invoiceFeePercent, split } from "@plumbline/contract/money.ts";
import type { House } from "../../house.ts";
import type { Db } from "../../platform/database.ts";
import { append } from "../../platform/events.ts";
import type { Member } from "../../platform/members.ts";
import { conflict, invalid, notFound } from "../../platform/problems.ts";
import { findEngagementOf } from "../engagements/store.ts";
import {
  deleteDraft,
  type InvoiceRow,
  insertInvoice,
  keepParties,
  linesOf,
  lockInvoiceOf,
  moveInvoice,
  nextNumber,
  writeDraft,
} from "./store.ts";

export type Draft = { project_id: number; items_attributes: TypedLine[] };

/** Writes an invoice for one of the advisor's own engagements, and sends it unless it is to stay a draft. */
export async function createInvoice(
  house: House,
  member: Member,
  { draft, ...input }: Draft & { draft: boolean },
): Promise<number> {
  const now = house.clock.now();
  return house.db.transaction(async (tx) => {
    const engagement = await engagementInProgress(tx, member, input.project_id);
    const lines = readLines(input.items_attributes);
    const parties = { engagementId: engagement.id, advisorId: member.id, customerId: engagement.customerId };
    const totalPence = draftTotal(lines);
    const id = await insertInvoice(tx, { ...parties, status: "draft", totalPence, createdAt: now }, lines);
    if (!draft) await send(tx, member, id, totalPence, now);
    return id;
  });
}

/** Replaces what a draft says. Throws conflict when it has been sent. */
export async function updateDraft(house: House, member: Member, id: number, input: Draft): Promise<void> {
  await house.db.transaction(async (tx) => {
    const invoice = await loadFor(tx, member, id, "update");
    const engagement = await engagementInProgress(tx, member, input.project_id);
    const lines = readLines(input.items_attributes);
    const values = { engagementId: engagement.id, customerId: engagement.customerId, totalPence: draftTotal(lines) };
    if (!(await writeDraft(tx, invoice.id, values, lines))) throw refused("update", "sent");
  });
}

export async function throwDraftAway(house: House, member: Member, id: number): Promise<void> {
  await house.db.transaction(async (tx) => {
    await loadFor(tx, member, id, "delete");
    if (!(await deleteDraft(tx, id))) throw refused("delete", "sent");
  });
}

/** Approves and sends a draft. Throws invalid when its lines are unfinished, conflict when its project does not run. */
export async function sendDraft(house: House, member: Member, id: number): Promise<void> {
  const now = house.clock.now();
  await house.db.transaction(async (tx) => {
    const invoice = await loadFor(tx, member, id, "send");
    await engagementInProgress(tx, member, invoice.engagementId);
    const lines = await linesOf(tx, id);
    if (lines.length === 0) throw invalid({ items_attributes: [texts.noLines] });
    const complaints = lines.flatMap((line, index) =>
      Object.entries(complaintsOf(typed(line))).map(([column, message]) => [
        `items_attributes.${index}.${column}`,
        [message],
      ]),
    );
    if (complaints.length > 0) throw invalid(Object.fromEntries(complaints));
    await send(tx, member, id, totalOf(lines), now);
  });
}

/** Gives a draft its number, day of issue, due day, fee and the names and addresses on it; all of them stay as they are from here on (decision 14). */
async function send(tx: Db, member: Member, id: number, totalPence: number, now: Date): Promise<void> {
  const complaint = totalComplaint(totalPence);
  if (complaint) throw invalid({ items_attributes: [complaint] });
  const issuedOn = dayInLondon(now);
  const sent = await moveInvoice(tx, id, ["draft"], {
    status: "sent",
    number: await nextNumber(tx, member.id),
    feePercent: invoiceFeePercent,
    feePence: split(totalPence, invoiceFeePercent).fee,
    issuedOn,
    dueOn: dueDay(issuedOn),
  });
  if (!sent) throw refused("send", "sent");
  await keepParties(tx, id);
  await append(tx, { kind: "invoice.sent", actorId: member.id, subject: "invoice", subjectId: id }, now);
}

/** An invoice is taken for a project in progress only (decision 21). */
async function engagementInProgress(tx: Db, member: Member, id: number) {
  const engagement = await findEngagementOf(tx, member, id);
  if (!engagement) throw notFound("We could not find that project.");
  if (engagement.status !== "in_progress") throw conflict(texts.notInProgress);
  return engagement;
}

/** Whoever comes at the same moment waits here, and is told of what the first one has left. */
export async function loadFor(tx: Db, member: Member, id: number, action: InvoiceAction): Promise<InvoiceRow> {
  const invoice = await lockInvoiceOf(tx, member, id);
  if (!invoice) throw notFound();
  if (!allowedInvoiceActions(invoice.status, member.role).includes(action))
    throw refused(action, invoice.status, member.role);
  return invoice;
}

/** 409 with the reason and what may be done instead (decision 7). */
export function refused(action: InvoiceAction, status: InvoiceStatus, role: Member["role"] = "advisor") {
  return conflict(refusalOf(action, status), allowedInvoiceActions(status, role));
}

/** Rows that nobody has touched are left out wherever they stand. */
function readLines(lines: readonly TypedLine[]): Line[] {
  return lines.filter((line) => !isBlank(line)).map(readLine);
}

/** Only what is sent has to keep the limits; a draft may stand anywhere on the way, within what can be stored. */
function draftTotal(lines: readonly Line[]): number {
  const total = totalOf(lines);
  if (!Number.isSafeInteger(total)) throw invalid({ items_attributes: ["This is more than an invoice can carry."] });
  return total;
}

const typed = (line: Line): TypedLine => ({
  description: line.description,
  // What was empty is 0 in a draft, and empty again in the message.
  quantity: line.quantityHundredths === 0 ? "" : decimalOf(line.quantityHundredths),
  unit_price: line.unitPricePence === 0 ? "" : decimalOf(line.unitPricePence),
});
