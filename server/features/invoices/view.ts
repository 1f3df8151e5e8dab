import { dayInLondon } from "@plumbline/contract/dates.ts";
import type { Dispute, Invoice } from "@plumbline/contract/invoices/contract.ts";
import {
  allowedInvoiceActions,
  disputeReason,
  invoiceNumber,
  wireStatusOf,
} from "@plumbline/contract/invoices/rules.ts";
import { currency, decimalOf, invoiceFeePercent, split } from "@plumbline/contract/money.ts";
import type { Role } from "@plumbline/contract/product.ts";
import type { Member } from "../../auth/members.ts";
import type { AppContext } from "../../context.ts";
import { isoOf } from "../../database/database.ts";
import { partyFrom, type RawParty } from "../profiles/party-column.ts";
import type { ShownDispute } from "./dispute-store.ts";
import type { PaymentState } from "./payment-store.ts";
import type { ShownInvoice } from "./store.ts";

type Viewer = Pick<Member, "role">;

/** The response for an invoice: the fee is hidden from the customer, and the payment's state is for the customer only. */
export function invoiceView(
  context: AppContext,
  row: ShownInvoice,
  viewer: Viewer,
  paymentState?: PaymentState | null,
): Invoice {
  const total = decimalOf(row.totalPence);
  return {
    id: row.id,
    created_at: row.createdAt.toISOString(),
    project_id: row.engagementId,
    project: { id: row.engagementId, name: row.engagementName },
    number: row.number === null ? null : invoiceNumber(row.number),
    status: wireStatusOf(row.status),
    total,
    amount: total,
    date: row.issuedOn ?? dayInLondon(row.createdAt),
    due_date: row.dueOn,
    paid_at: row.paidAt?.toISOString() ?? null,
    refunded_at: row.refundedAt?.toISOString() ?? null,
    items: row.lines.map((line) => ({
      description: line.description,
      quantity: decimalOf(line.quantityHundredths),
      unit_price: decimalOf(line.unitPricePence),
      amount: decimalOf(line.amountPence),
    })),
    advisor: partyFrom(context, partyOf(row, "advisor")),
    customer: partyFrom(context, partyOf(row, "customer")),
    ...(viewer.role === "customer" ? {} : { info: feeView(row) }),
    ...(viewer.role === "customer" && paymentState ? { payment: paymentView(paymentState) } : {}),
    dispute: row.dispute && disputeView(row.dispute, viewer),
    allowed_actions: allowedInvoiceActions(row.status, viewer.role, row.dispute?.state),
  };
}

/** The party with the name and address of the day of sending; only the photo is current. */
export function partyOf(row: ShownInvoice, role: Role): RawParty {
  const [today, sent] = [row[role], row.parties?.[role]];
  return sent ? { ...today, profile: { ...today.profile, name: sent.name }, company: sent.company } : today;
}

/** The fee as stored at sending; for a draft, the fee at today's rate. */
function feeView({ totalPence, feePercent, feePence }: ShownInvoice): Invoice["info"] {
  const percent = feePercent ?? invoiceFeePercent;
  const fee = feePence ?? split(totalPence, percent).fee;
  return {
    platform_fee_percent: percent,
    platform_fee: decimalOf(fee),
    advisor_amount: decimalOf(totalPence - fee),
    currency,
  };
}

function paymentView({ status, message, clientSecret }: PaymentState): Invoice["payment"] {
  return { status: status === "started" ? "processing" : status, message, client_secret: clientSecret };
}

/** A dispute: the reason is hidden from the customer; the provider's id and the deadline are for staff, who answer it. */
export function disputeView(
  { providerId, state, amountPence, reason, respondBy, openedAt, closedAt }: ShownDispute,
  { role }: Viewer,
): Dispute {
  return {
    state,
    amount: decimalOf(amountPence),
    opened_at: isoOf(openedAt),
    closed_at: closedAt && isoOf(closedAt),
    ...(role === "customer" ? {} : { reason: disputeReason(reason) }),
    ...(role === "staff" ? { provider_id: providerId, respond_by: respondBy && isoOf(respondBy) } : {}),
  };
}
