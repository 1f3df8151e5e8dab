import * as contract from "@plumbline/contract/back-office/ledger.ts";
import { formatMonth } from "@plumbline/contract/dates.ts";
import { invoiceNumber } from "@plumbline/contract/invoices/rules.ts";
import { decimalOf } from "@plumbline/contract/money.ts";
import type { AppContext } from "../../context.ts";
import { sumsFrom } from "../../database/list-filters.ts";
import { handle } from "../../http/endpoints.ts";
import { sharedSums } from "../../http/shared-reads.ts";
import type { LedgerFilters } from "./entries-column.ts";
import { type LedgerGroup, type LedgerKey, type LedgerRow, ledgerAfter, ledgerSums } from "./store.ts";

const pageSize = 50;
const sums = sharedSums(ledgerSums, ({ total }) => total.count);

export const ledgerRoutes = (context: AppContext) => {
  // A search for words looks as far back as sums do.
  const bounded = <F extends LedgerFilters>(filters: F): F =>
    filters.q ? { ...filters, from: sumsFrom(filters, context.clock.now()) } : filters;
  return [
    handle(contract.readLedger, async ({ query: { before, ...filters }, most = pageSize }) => {
      const after = before ? keyOf(before) : null;
      const rows = await ledgerAfter(context.db, bounded(filters), { after, limit: most + 1 });
      return { entries: rows.slice(0, most).map(entryView), more: rows.length > most };
    }),
    handle(contract.sumLedger, async ({ query: { by, ...filters } }) => {
      const from = sumsFrom(filters, context.clock.now());
      const { total, groups } = await sums(context.db, { ...filters, by, from });
      return {
        from,
        total: amountsView(total),
        groups: groups.map((group) => ({ key: group.key ?? "", name: nameOf(group, by), ...amountsView(group) })),
      };
    }),
  ];
};

function keyOf(text: string): LedgerKey {
  const [at = "", kind = "", ref = ""] = text.split(",");
  // It is only compared with the kinds in the table and never shown, so that any text is accepted.
  return { at, kind: kind as LedgerKey["kind"], ref };
}

const nameOf = ({ key, name }: LedgerGroup, by: "day" | "month" | "member") =>
  by === "month" ? formatMonth(key ?? "") : (name ?? "");

const amountsView = ({ count, gross, ours, theirs, paidOut }: Omit<LedgerGroup, "key" | "name">) => ({
  count,
  gross: decimalOf(gross),
  ours: decimalOf(ours),
  advisor: decimalOf(theirs),
  paid_out: decimalOf(paidOut),
});

function entryView(row: LedgerRow): contract.LedgerEntry {
  const { kind, at, ref, customerId, customer, advisorId, advisor, invoiceId, number, providerId } = row;
  const party = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? "" });
  return {
    key: `${at},${kind},${ref}`,
    kind,
    at,
    customer: party(customerId, customer),
    advisor_member: party(advisorId, advisor),
    invoice: invoiceId === null ? null : { id: invoiceId, number: invoiceNumber(number ?? 0) },
    gross: decimalOf(row.gross),
    ours: decimalOf(row.ours),
    advisor: decimalOf(row.theirs),
    paid_out: decimalOf(row.paidOut),
    provider_id: providerId,
  };
}
