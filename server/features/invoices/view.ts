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
import type { House } from "../../house.ts";
import { isoOf } from "../../platform/database.ts";
import type { Member } from "../../platform/members.ts";
import { partyFrom, type RawParty } from "../profiles/party-column.ts";
import type { ShownDispute } from "./dispute-store.ts";
import type { Standing } from "./payment-store.ts";
import type { ShownInvoice } from "./store.ts";

type Viewer = Pick<Member, "role">;

/** Row to wire. What hangs on the viewer: the fee is not the customer's business, where paying stands only theirs. */
export function invoiceView(house: House, row: ShownInvoice, viewer: Viewer, standing?: Standing | null): Invoice {
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
    advisor: partyFrom(house, partyOf(row, "advisor")),
    customer: partyFrom(house, partyOf(row, "customer")),
    ...(viewer.role === "customer" ? {} : { info: feeView(row) }),
    ...(viewer.role === "customer" && standing ? { payment: paymentView(standing) } : {}),
    dispute: row.dispute && disputeView(row.dispute, viewer),
    allowed_actions: allowedInvoiceActions(row.status, viewer.role, row.dispute?.state),
  };
}

/** With the name and address of the day of sending; only the photo is today's. */
export function partyOf(row: ShownInvoice, role: Role): RawParty {
  const [today, sent] = [row[role], row.parties?.[role]];
  return sent ? { ...today, profile: { ...today.profile, name: sent.name }, company: sent.company } : today;
}

/** As stored at sending; a draft shows what it would be today. */
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

function paymentView({ status, message, clientSecret }: Standing): Invoice["payment"] {
  return { status: status === "started" ? "processing" : status, message, client_secret: clientSecret };
}

/** Why is for those who have to answer the bank; where and until when, for those who do it. */
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
