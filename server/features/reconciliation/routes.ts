import * as contract from "@plumbline/contract/back-office/reconciliation.ts";
import { maxId } from "@plumbline/contract/fields.ts";
import { decimalOf } from "@plumbline/contract/money.ts";
import type { AppContext } from "../../context.ts";
import { oneRow } from "../../database/rows.ts";
import { handle } from "../../http/endpoints.ts";
import { reconcileMoney } from "./actions.ts";
import { type ReconciliationRow, reconciliationsBefore } from "./store.ts";

const pageSize = 20;

export const reconciliationRoutes = (context: AppContext) => [
  handle(contract.listReconciliations, async ({ query }) => {
    const rows = await reconciliationsBefore(context.db, query.before ?? maxId, pageSize + 1);
    return { entries: rows.slice(0, pageSize).map(view), more: rows.length > pageSize };
  }),
  handle(contract.reconcile, async ({ body, member }) => {
    const id = await reconcileMoney(context, member.id, body.days);
    return view(oneRow(await reconciliationsBefore(context.db, id + 1, 1)));
  }),
];

function view({ it, by }: ReconciliationRow): contract.Reconciliation {
  const pounds = (pence: number | null) => (pence === null ? null : decimalOf(pence));
  return {
    id: it.id,
    at: it.at.toISOString(),
    since: it.since.toISOString(),
    by,
    failure: it.failure,
    exact: it.failure ? null : it.differenceCount === 0,
    compared: it.compared.map(({ kind, count, ours, theirs }) => ({
      kind,
      count,
      ours: decimalOf(ours),
      theirs: decimalOf(theirs),
    })),
    difference_count: it.differenceCount,
    differences: it.differences.map(({ kind, providerId, invoiceId, what, ours, theirs }) => ({
      kind,
      provider_id: providerId,
      invoice_id: invoiceId,
      what,
      ours: pounds(ours),
      theirs: pounds(theirs),
    })),
  };
}
